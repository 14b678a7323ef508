import { expect, test } from "vitest"
import { MOST_WORDS_IN_A_SENTENCE } from "../references/comments.mjs"
import { longPageSentences } from "./long_sentences.ts"
import { productMessages } from "./messages.ts"

const messages = productMessages()

test(`no sentence of a message has more than ${MOST_WORDS_IN_A_SENTENCE} words; make two of it`, () => {
  const long = messages.flatMap(({ file, text }) =>
    longPageSentences(oneLine(text)).map(({ words, sentence }) => `${file} ${words} words: ${sentence}`),
  )
  expect(long).toEqual([])
})

test("errors, refusals, what the command prints and its help are among the messages", () => {
  const packages = new Set(messages.map(({ file }) => file.split("/")[1]))
  expect([...packages]).toEqual(
    expect.arrayContaining(["foundation", "hooks", "proofloop", "runtime", "stdlib"]),
  )
  expect(messages.length).toBeGreaterThan(1000)
})

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ⏎ ").replaceAll("<", "&lt;")
}
