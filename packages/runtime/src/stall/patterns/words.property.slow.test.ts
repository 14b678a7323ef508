import fc from "fast-check"
import { expect, test } from "vitest"
import { wordsLaw } from "./words.fixture.ts"
import { allSentences } from "./words_sentences.fixture.ts"

test("in 10,000 transcripts every sentence to the model is said, and none is untrue", () => {
  const heard = new Set<string>()
  fc.assert(
    wordsLaw((sentence) => heard.add(sentence)),
    { numRuns: 10_000 },
  )
  expect(allSentences.filter((sentence) => !heard.has(sentence))).toEqual([])
}, 900_000)
