import { test } from "vitest"
import { assertLaw } from "../transcripts.fixture.ts"
import { wordsLaw } from "./words.fixture.ts"

test("no sentence to the model claims an edit, a count or a turn-taking that did not happen", () => {
  assertLaw(wordsLaw(), 3)
})
