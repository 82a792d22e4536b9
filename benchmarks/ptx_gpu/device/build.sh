# Builds a file of kernels: sh build.sh kernels-sm_90-000.cu
#
# Pairs of kernels that do not compile are left out and written to kernels-sm_90-000.failed, with what was said of them:
# the compiler names lines of the file, the assembler lines of the PTX. Then the rest is tried again.
file=$1
name=${file%.cu}
arch=$(echo "$name" | cut -d- -f2)
log=$name.log
without=
rm -f "$name.cubin" "$name.failed"

# The pairs that a log complains of, each with the first complaint: `blamed PATTERN FILE`, where lines of FILE that match
# PATTERN begin a pair, whose number they end with.
blamed() {
  awk -v pattern="$1" '
    FNR == 1 { files++ }
    files == 1 {
      if (match($0, pattern)) { number = substr($0, RSTART + RLENGTH) + 0; kind = /original_/ ? "original" : "ours" }
      of[FNR] = number
      kinds[FNR] = kind
      next
    }
    /: error|(error|fatal) *:/ { said = $0 }
    /: warning/ { said = "" }
    said != "" {
      line = ""
      if (match($0, /(\([0-9]+\): error|line [0-9]+)/)) line = substr($0, RSTART, RLENGTH)
      gsub(/[^0-9]/, "", line)
      if (line != "" && (line in of) && of[line] != "" && !(of[line] in known)) {
        known[of[line]] = 1
        print of[line], kinds[line] ": " said
      }
    }' "$2" "$log"
}

for round in 1 2 3 4 5 6 7 8 9 10 11 12; do
  if ${NVCC:-nvcc} -std=c++17 -arch="$arch" -I. $without -Xcudafe --error_limit=100000 -ptx \
    -o "$name.ptx" "$file" >"$log" 2>&1 && cat "$log" &&
    ${NVCC:-nvcc} -arch="$arch" -cubin -o "$name.cubin" "$name.ptx" >"$log" 2>&1; then
    break
  fi
  if grep -q '[.]ptx, line' "$log"; then
    blamed '[.]entry (original|ours)_' "$name.ptx" >"$name.blamed"
  else
    blamed '^PTX_GPU_KERNEL[(](original|ours)_' "$file" >"$name.blamed"
  fi
  if [ ! -s "$name.blamed" ]; then
    echo "all $(grep -m 1 -E 'error|fatal' "$log")" >>"$name.failed"
    break
  fi
  cat "$name.blamed" >>"$name.failed"
  without=$(sed 's/^\([0-9]*\) .*/-DPTX_GPU_WITHOUT_\1/' "$name.failed" | tr '\n' ' ')
done
rm -f "$log" "$name.ptx" "$name.blamed"
