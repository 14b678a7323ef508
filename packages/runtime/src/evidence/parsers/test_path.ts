const SEPARATOR = " > "

/** A test id: the names from the file or outermost suite inwards. */
export function testPath(names: readonly string[]): string {
  return names.filter((name) => name !== "").join(SEPARATOR)
}

/** With the suites of these tests: a suite whose hook fails is reported like a test, and has run when a test in it has. */
export function withSuites(ran: readonly string[]): readonly string[] {
  const all = new Set(ran)
  for (const test_id of ran) {
    for (let end = test_id.lastIndexOf(SEPARATOR); end > 0; end = test_id.lastIndexOf(SEPARATOR, end - 1)) {
      all.add(test_id.slice(0, end))
    }
  }
  return [...all]
}
