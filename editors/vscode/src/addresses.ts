/** Addresses of previews: a path with a name that says what is shown, and the address of the source as the query. */

export const SCHEME = "hipify-py";

export interface Parts {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
}

/** The parts of the address of the preview of a source. */
export function previewOf(source: string, path: string): Parts {
  const slash = path.lastIndexOf("/");
  const folder = path.slice(0, slash + 1) || "/";
  return { scheme: SCHEME, path: folder + hipName(path.slice(slash + 1)), query: source };
}

/** The address of the source that a preview shows, if it is one. */
export function sourceOf(preview: Parts): string | undefined {
  return preview.scheme === SCHEME && preview.query !== "" ? preview.query : undefined;
}

function hipName(name: string): string {
  const dot = name.lastIndexOf(".");
  const [stem, suffix] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  return suffix === ".cu" ? `${stem}.hip.cpp` : suffix === ".cuh" ? `${stem}.hip.h` : `${stem}.hip${suffix}`;
}
