#ifndef GRAPH_H
#define GRAPH_H
#include <vector>
#include <queue>

struct Graph {
  int n;
  std::vector<int> row, col;
};

inline Graph make_graph(int n, int degree, unsigned seed)
{
  Graph g;
  g.n = n;
  g.row.push_back(0);
  for (int v = 0; v < n; v++) {
    int d = 1 + (int)(seed >> 16) % degree;
    for (int k = 0; k < d; k++) {
      seed = seed * 1103515245u + 12345u;
      g.col.push_back(k == 0 ? (v + 1) % n : (int)((seed >> 8) % n));
    }
    g.row.push_back((int)g.col.size());
  }
  return g;
}

inline std::vector<int> bfs_reference(const Graph &g, int src)
{
  std::vector<int> dist(g.n, -1);
  std::queue<int> q;
  dist[src] = 0;
  q.push(src);
  while (!q.empty()) {
    int v = q.front();
    q.pop();
    for (int e = g.row[v]; e < g.row[v + 1]; e++)
      if (dist[g.col[e]] < 0) {
        dist[g.col[e]] = dist[v] + 1;
        q.push(g.col[e]);
      }
  }
  return dist;
}
#endif
