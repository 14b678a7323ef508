const test_folders = ["/tests/", "/test/", "/__tests__/", "/spec/", "/specs/"]
const test_ending = /(?:_test\.(?:py|go|rs)|\.(?:test|spec)\.[cm]?[jt]sx?)$/

/** Whether a path is that of a test, by its folders and its name. */
export function isTestPath(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1)
  return (
    test_folders.some((folder) => `/${path}`.includes(folder)) ||
    name.startsWith("test_") ||
    test_ending.test(name)
  )
}
