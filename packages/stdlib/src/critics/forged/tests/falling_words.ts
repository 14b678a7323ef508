import { type FileChange, strictText } from "@proofloop/foundation/git"
import type { TestCase } from "./test_case.ts"

interface Sides {
  readonly before: string
  readonly after: string
}

/** Occurrences that both the code and the other tests have to lose. */
const LEAST_FALL = 3

/**
 * Whether a change rewrites what a word stands for, although the word is not gone. It leaves places in the code beside
 * the tests, and half of those in the tests that stay.
 */
export function fallingWords(code: readonly Sides[], tests: readonly Sides[]): (word: string) => boolean {
  return (word) => {
    const [in_code, in_tests] = [countOf(word, code), countOf(word, tests)]
    return (
      in_code.before - in_code.after >= LEAST_FALL &&
      in_tests.before - in_tests.after >= LEAST_FALL &&
      in_tests.after * 2 <= in_tests.before
    )
  }
}

function countOf(word: string, texts: readonly Sides[]) {
  const count = (text: string) => text.split(word).length - 1
  return {
    before: texts.reduce((sum, { before }) => sum + count(before), 0),
    after: texts.reduce((sum, { after }) => sum + count(after), 0),
  }
}

/** The texts of a file, that before without some of its tests. */
export function withoutTests({ before, after }: FileChange, tests: readonly TestCase[]): Sides {
  let old = strictText(before) ?? ""
  // From the end, so that earlier places stay valid.
  for (const { start, end } of tests.toSorted((one, other) => other.start - one.start))
    old = old.slice(0, start) + old.slice(end)
  return { before: old, after: strictText(after) ?? "" }
}

/** What the name of a test and those of its suites say: words of five letters or more, in lower case. */
export function wordsOfName({ name }: TestCase): readonly string[] {
  const words = name.split(/[^A-Za-z\d]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase())
  return words.filter((word) => word.length >= SHORTEST_WORD && !word.startsWith("test"))
}

const SHORTEST_WORD = 5
