import { expect, test } from "vitest"
import { Misuse } from "../console/misuse.ts"
import { readAssignments } from "./assignments.ts"

test("paths nest, values are JSON or else text", () => {
  expect(
    readAssignments([
      "stall_diagnostics.threshold=4",
      "stall_diagnostics.repair_aware=true",
      "done_sentinel=DONE",
      'checks=["a=b"]',
      "system_prompt=",
      "verify_completion.command=x = y",
    ]),
  ).toEqual({
    stall_diagnostics: { threshold: 4, repair_aware: true },
    done_sentinel: "DONE",
    checks: ["a=b"],
    system_prompt: "",
    verify_completion: { command: "x = y" },
  })
})

test("a later value wins", () => {
  expect(readAssignments(["a=1", "a=2"])).toEqual({ a: 2 })
})

test.each([["a"], ["=1"], ["a..b=1"], [".a=1"], ["__proto__.x=1"], ["a.__proto__.x=1"]])(
  "%s is misuse",
  (pair) => {
    expect(() => readAssignments([pair])).toThrow(Misuse)
    expect(Object.keys(Object.prototype)).toEqual([])
  },
)

test("a value below a value is misuse", () => {
  expect(() => readAssignments(["a=1", "a.b=2"])).toThrow('"a.b=2" contradicts an earlier --set of a')
})
