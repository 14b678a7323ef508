const MOST_PATHS = 1_000_000

/**
 * The files that belong to a repository, sorted by code unit: all of them, as a missing one would prove an absence.
 * Throws for more than a million, and a critic that asked is then `unable`.
 */
export function listedPaths(paths: Iterable<string>): readonly string[] {
  const own = [...paths].filter((path) => !isVendored(path))
  if (own.length > MOST_PATHS) throw new TooManyFilesError()
  return own.sort()
}

class TooManyFilesError extends Error {
  override readonly name = "UnableError"
  override readonly message = `the repository has more than ${MOST_PATHS} files`
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
