import { expect, it } from "vitest"
import { readOnlyObject } from "./extract_json.ts"

const DONE = '{"verdict": "done"}'

it.each([
  ["the whole reply", ` ${DONE}\n`],
  ["in prose", `I think so. ${DONE} Bye.`],
  ["in a fence", `Here:\n\`\`\`json\n${DONE}\n\`\`\``],
  ["after thoughts with a draft", `<think>perhaps {"verdict": "continue"}</think>${DONE}`],
  ["before a comma", `${DONE}, as I see it`],
  ["beside braces that are no JSON", `f() {x} is fine: ${DONE}`],
])("reads the one object: %s", (_where, reply) => {
  expect(readOnlyObject(reply)).toEqual({ verdict: "done" })
})

it.each([
  ["without an object", "looks good to me"],
  ["with two", `It said ${DONE} but I say {"verdict": "continue"}`],
  ["with two in one sentence", `I say {"verdict": "continue"}, it said ${DONE}`],
  ["with one that a bare quote ended", '{"verdict": "done"}", he said, "reasoning": "no"}'],
  ["with a part of a broken one", `{"quoted": ${DONE}, "verdict": continue}`],
  ["that is cut off", '{"verdict": "done", "reasoning": "te'],
])("reads nothing from a reply %s", (_what, reply) => {
  expect(readOnlyObject(reply)).toBeNull()
})
