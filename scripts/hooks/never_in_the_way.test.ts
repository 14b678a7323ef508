import { expect, it } from "vitest"
import { brokenSetups } from "./broken_setups.fixture.ts"
import { expectLetThrough } from "./let_through.fixture.ts"

/** One of each kind; all of them, for every host, are in the slow suite. */
const KINDS = ["no Node", "the program throws", "a full disk", "events that are no JSON", "an input of words"]

it.for(KINDS)("%s stands in no one's way", async (kind) => {
  const setup = brokenSetups.find(({ name }) => name === kind)
  expect(setup).toBeDefined()
  if (setup !== undefined) await expectLetThrough(setup, "gemini-cli")
})
