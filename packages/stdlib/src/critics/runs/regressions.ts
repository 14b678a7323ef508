import { fileOfTest, passedBeside } from "./failing_tests.ts"

/**
 * Names that fail now and did not before, sorted. Left out are
 *
 * - tests of a file that did not load, or of a program that did not compile: all of them failed before;
 * - a file that no longer loads, if tests of it failed before and none is known to have passed. Where passed tests
 * have no file, each one that no longer runs counts as this file's.
 */
export function findRegressions(before: ReadonlySet<string>, now: ReadonlySet<string>): readonly string[] {
  const failing_files = new Set([...before].map(fileOfTest))
  const passing_files = new Set([...passedBeside(before)].map(fileOfTest))
  const lost_a_pass = [...passedBeside(before)].some(
    (name) => fileOfTest(name) === null && !passedBeside(now).has(name) && !now.has(name),
  )
  const did_not_compile = [...before].some(isCompiledSource)
  const isKnown = (name: string): boolean => {
    if (before.has(name)) return true
    const file = fileOfTest(name)
    if (file !== null) return before.has(file)
    if (did_not_compile && (isCompiledSource(name) || !isPath(name))) return true
    return failing_files.has(name) && !passing_files.has(name) && !lost_a_pass
  }
  return [...now].filter((name) => !isKnown(name)).sort()
}

function isCompiledSource(name: string): boolean {
  return /\.(?:rs|go|java|kt|scala|cs|c|cc|cpp)$/.test(name)
}

function isPath(name: string): boolean {
  return name.includes("/") && /\.[a-z]{1,5}$/.test(name)
}
