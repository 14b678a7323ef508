/** A list of files is cut off here. */
const MOST_PATHS = 20_000

/** What belongs to a repository of all that is in it, sorted by code unit. */
export function listedPaths(paths: Iterable<string>): readonly string[] {
  return [...paths]
    .filter((path) => !isVendored(path))
    .sort()
    .slice(0, MOST_PATHS)
}

/** Other people's code that was copied in, and what tools leave behind. */
function isVendored(path: string): boolean {
  return path
    .split("/")
    .slice(0, -1)
    .some((folder) => VENDORED.has(folder))
}

const VENDORED = new Set([
  ".git",
  ".proofloop",
  ".tox",
  ".venv",
  "__pycache__",
  "bower_components",
  "node_modules",
  "site-packages",
  "third_party",
  "vendor",
  "venv",
])
