import { describe, expect, it } from "vitest"
import type { ToolResult } from "../protocol/tool.ts"
import { reportedDiagnostics } from "./reported.ts"

const read = (fields: Record<string, unknown>) => {
  const result: ToolResult = fields
  return reportedDiagnostics(result)
}
const entry = (fields: Record<string, unknown>) => read({ diagnostics: [fields] })[0]

describe("reportedDiagnostics", () => {
  it("takes `diagnostics`, else `errors`, else `diagnostic`", () => {
    const [diagnostics, errors, diagnostic] = [["a"], ["b"], "c"]
    expect(read({ diagnostics, errors, diagnostic })).toMatchObject([{ message: "a" }])
    expect(read({ diagnostics: [], errors, diagnostic })).toMatchObject([{ message: "b" }])
    expect(read({ diagnostics: null, errors: "x", diagnostic })).toMatchObject([{ message: "c" }])
    expect(read({ diagnostic: null })).toEqual([])
    expect(read({ diagnostic: undefined })).toEqual([])
    expect(read({})).toEqual([])
  })

  it.each([
    "failureSignature",
    "failure_signature",
    "signature",
    "message",
    "text",
    "error",
    "stderr",
    "stdout",
    "combined",
    "result",
  ])("takes the text of %s", (name) => {
    expect(entry({ [name]: " \u001b[31mboom\u001b[0m\n" })).toEqual({ kind: "runtime", message: "boom" })
  })

  it("takes the first text of several", () => {
    expect(entry({ result: "r", stdout: "o", text: "t", message: "m", signature: "s" })?.message).toBe("s")
    expect(entry({ signature: null, message: "", text: "t", code: "C" })?.message).toBe("")
  })

  it("takes code, rule or kind for the code", () => {
    expect(entry({ message: "m", code: "c", rule: "r", kind: "k" })?.code).toBe("c")
    expect(entry({ message: "m", rule: "r", kind: "k" })?.code).toBe("r")
    expect(entry({ message: "m", kind: "k" })?.code).toBe("k")
    expect(entry({ message: "m", code: 2322 })?.code).toBe("2322")
    expect(entry({ message: "m", code: " ", rule: {} })?.code).toBeUndefined()
  })

  it("takes a known kind, else tells by the test id", () => {
    expect(entry({ message: "m", kind: "lint" })?.kind).toBe("lint")
    expect(entry({ message: "m", kind: "weird" })?.kind).toBe("runtime")
    expect(entry({ message: "m", kind: 3 })?.kind).toBe("runtime")
    expect(entry({ message: "m", test_id: "t" })?.kind).toBe("test")
    expect(entry({ message: "m", testId: "t", kind: "timeout" })).toMatchObject({
      kind: "timeout",
      test_id: "t",
    })
  })

  it.each([
    [{ location: { path: "a.ts", line: 3, column: 5 } }, { path: "a.ts", line: 3, column: 5 }],
    [{ location: { file: "a.ts" } }, { path: "a.ts" }],
    [
      { location: "a.ts", line: 3 },
      { path: "a.ts", line: 3 },
    ],
    [
      { file: "a.ts", line: 3, col: 5 },
      { path: "a.ts", line: 3, column: 5 },
    ],
    [{ filename: "a.ts", line: -1 }, { path: "a.ts" }],
    [{ line: 3 }, undefined],
    [{ location: {}, path: "a.ts" }, { path: "a.ts" }],
    [{ location: { path: "a.ts" }, line: 3 }, { path: "a.ts" }],
  ])("reads the place of %j", (fields, location) => {
    expect(entry({ message: "m", ...fields })?.location).toEqual(location)
  })

  it("leaves out entries that say nothing", () => {
    expect(read({ errors: ["", "  ", null, undefined, {}, { message: " " }, 3] })).toEqual([])
    expect(read({ errors: [{ code: "C" }, { test_id: "t" }] })).toHaveLength(2)
  })
})

describe("an entry", () => {
  it.each(["test", "build", "type", "lint", "runtime", "timeout", "environment", "edit_rejected"])(
    "may be of kind %s",
    (kind) => {
      expect(entry({ message: "m", kind, test_id: "t" })?.kind).toBe(kind)
    },
  )

  it("has no field that is not known", () => {
    expect(entry({ message: "m" })).toStrictEqual({ kind: "runtime", message: "m" })
    expect(entry({ message: "m", file: "a.ts" })).toStrictEqual({
      kind: "runtime",
      message: "m",
      location: { path: "a.ts" },
    })
    expect(entry({ message: "m", code: " c ", test_id: " t " })).toStrictEqual({
      kind: "test",
      message: "m",
      code: "c",
      test_id: "t",
    })
  })
})
