import { expect, it } from "vitest"
import { readOnlyObject } from "./extract_json.ts"

const done = '{"verdict": "done"}'

it.each([
  ["the whole reply", ` ${done}\n`],
  ["in prose", `I think so. ${done} Bye.`],
  ["in a fence", `Here:\n\`\`\`json\n${done}\n\`\`\``],
  ["after thoughts with a draft", `<think>perhaps {"verdict": "continue"}</think>${done}`],
  ["before a comma", `${done}, as I see it`],
  ["beside braces that are no JSON", `f() {x} is fine: ${done}`],
])("reads the one object: %s", (_where, reply) => {
  expect(readOnlyObject(reply)).toEqual({ verdict: "done" })
})

it.each([
  ["without an object", "looks good to me"],
  ["with two", `It said ${done} but I say {"verdict": "continue"}`],
  ["with two in one sentence", `I say {"verdict": "continue"}, it said ${done}`],
  ["with one that a bare quote ended", '{"verdict": "done"}", he said, "reasoning": "no"}'],
  ["with a part of a broken one", `{"quoted": ${done}, "verdict": continue}`],
  ["that is cut off", '{"verdict": "done", "reasoning": "te'],
])("reads nothing from a reply %s", (_what, reply) => {
  expect(readOnlyObject(reply)).toBeNull()
})
