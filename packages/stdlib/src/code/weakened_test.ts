import { type FileChange, strictText } from "@proofloop/foundation/git"
import { isTestFile, testLanguageOf } from "@proofloop/foundation/paths"
import { type Condition, type ReadTests, readTests } from "./test_source.ts"

/**
 * Why a change makes an existing test file weaker: it or a test of it is gone, a test is skipped, or there are fewer
 * assertions. null: it does not, or is no test file. @requirement self-correction.regression-test
 */
export function weakenedTest({ path, before, after }: FileChange): string | null {
  if (before === null || !isTestFile(path)) return null
  if (after === null) return "it is a test file, and a fix deletes none"
  const language = testLanguageOf(path)
  const [old_text, new_text] = [strictText(before), strictText(after)]
  if (language === null || old_text === null || new_text === null) return null
  const [old, now] = [readTests(old_text, language), readTests(new_text, language)]
  const turnsOff = ({ term, name }: Condition): boolean =>
    (name === null || old_text.split(/\W+/).includes(name)) &&
    !old.conditions.some((one) => one.term === term && one.name === name)
  return lossOf(old, now) ?? (now.conditions.some(turnsOff) ? "a test of it is skipped now" : null)
}

function lossOf(old: ReadTests, now: ReadTests): string | null {
  const lost = old.tests.find((name) => count(now.tests, name) < count(old.tests, name))
  if (now.tests.length < old.tests.length || lost !== undefined) {
    return `a test of it is gone${lost === undefined || !/^\w+$/.test(lost) ? "" : ` (${lost})`}, and a fix takes none away`
  }
  if (now.skips > old.skips) return "a test of it is skipped now"
  if (now.assertions < old.assertions) {
    return `it has ${now.assertions} assertions instead of ${old.assertions} now`
  }
  return null
}

function count(names: readonly string[], name: string): number {
  return names.filter((each) => each === name).length
}
