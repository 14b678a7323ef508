import { extractJson, isFencedJson } from "@proofloop/foundation/text"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cpuMs } from "../../../foundation/src/process/cpu_time.fixture.ts"
import { MAX_REPLY, parseReply } from "./parse_reply.ts"
import { repairJson } from "./repair_json.ts"

const AWKWARD_PARTS = [
  '"',
  "\\",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "\n",
  "\t",
  "```",
  "```json\n",
  "//",
  "'",
  "a",
  "é",
  "😀",
  " ",
]
const awkward = fc.constantFrom(...AWKWARD_PARTS)
const text = fc.oneof(
  fc.string(),
  fc.array(awkward, { maxLength: 12 }).map((parts) => parts.join("")),
)
const object = fc.dictionary(
  text,
  fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      tie("list"),
      tie("object"),
    ),
    list: fc.array(tie("value"), { maxLength: 3 }),
    object: fc.dictionary(text, tie("value"), { maxKeys: 3 }),
  })).value,
  { maxKeys: 4, noNullPrototype: true },
)
const layouts: ReadonlyArray<(value: unknown) => string> = [
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 2),
  (value) => JSON.stringify(value, null, "\t"),
  (value) => JSON.stringify(value, null, 1).replaceAll("\n", "\r\n"),
]
const broken = fc.array(fc.oneof(awkward, fc.constantFrom('{"a": "', '"}', ",}", '": "', "1")), {
  maxLength: 40,
})

describe("any object", () => {
  it("is not changed by a repair, and read whole, in four layouts", () => {
    fc.assert(
      fc.property(object, fc.constantFrom(...layouts), (value, layout) => {
        const json = layout(value)
        expect(repairJson(json)).toBe(json)
        expect(parseReply(json)).toEqual({ value: JSON.parse(json), how: "whole" })
      }),
      { numRuns: 300 },
    )
  })

  it("is found in a fence and in prose", () => {
    fc.assert(
      fc.property(object, fc.constantFrom(...layouts), (value, layout) => {
        fc.pre(Object.keys(value).length > 0)
        const json = layout(value)
        expect(parseReply(`Here it is:\n\`\`\`json\n${json}\n\`\`\``)).toMatchObject({
          value: JSON.parse(json),
        })
        expect(parseReply(`Here it is: ${json} Bye.`)).toMatchObject({ value: JSON.parse(json) })
      }),
      { numRuns: 200 },
    )
  })
})

describe("any text", () => {
  it("is repaired once and for all, and never makes parsing throw", () => {
    fc.assert(
      fc.property(broken, (parts) => {
        const reply = parts.join("")
        const once = repairJson(reply)
        expect(repairJson(once)).toBe(once)
        const parsed = parseReply(reply)
        expect("value" in parsed ? typeof parsed.value : typeof parsed.error).toMatch(/object|string/)
        expect(typeof extractJson(reply)).toBe("string")
      }),
      { numRuns: 2000 },
    )
  })

  it("keeps a prototype's name as a key", () => {
    const parsed = parseReply('{"__proto__": {"polluted": 1},}')
    expect("value" in parsed && Object.hasOwn(Object(parsed.value), "__proto__")).toBe(true)
    expect({}).not.toHaveProperty("polluted")
  })

  it("is not looked at beyond a megabyte", () => {
    expect(parseReply(`{"a": "${"x".repeat(MAX_REPLY)}"}`)).toHaveProperty("error")
  })

  it.each([
    ["quotes", '{"a": "', '"'],
    ["open braces", "", '{"a":'],
    ["commas", "[", ", "],
    ["fences", "", "```\n"],
    ["fenced braces", "", "```\n{\n"],
    ["back-ticks on one line", "a", "`"],
    ["closers", '{"a": 1', ",}"],
    ["quotes and line ends", '{"a": "', '" \n x'],
  ])("of 256 KiB of %s takes no time to speak of", (_name, head, unit) => {
    const reply = head + unit.repeat(2 ** 18 / unit.length)
    const started = cpuMs()
    expect(parseReply(reply)).toHaveProperty("error")
    expect(cpuMs() - started).toBeLessThan(5000)
  })
})

describe("the fence of a reply", () => {
  it("is told only around JSON", () => {
    expect(["```json\n{}```", "```\n[1]\n```", "  ```\n {"].map(isFencedJson)).toEqual([true, true, true])
    expect(["{}", "x ```\n{}", "```py\nx", "", "```json {}```"].map(isFencedJson)).not.toContain(true)
  })
})
