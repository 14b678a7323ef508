/** So many files of a repository are listed. */
export const MOST_PATHS = 20_000

/** The files that belong to a repository, sorted by code unit. */
export function listedPaths(paths: Iterable<string>): readonly string[] {
  return [...paths]
    .filter((path) => !isVendored(path))
    .sort()
    .slice(0, MOST_PATHS)
}

/** Third-party code that was copied in, and remains of tools. */
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
