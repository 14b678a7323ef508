import { describe, expect, it } from "vitest"
import { readCalls } from "./reply_calls.ts"

describe("readCalls", () => {
  it("keeps a usable id, the name under either of its fields, and a plain copy of the arguments", () => {
    const given = { path: "a.ts", at: new Date(0), nothing: undefined }
    const { tool_calls, parse_errors } = readCalls([
      { id: "a", name: "edit", arguments: given, extra: 1 },
      { id: 7, tool_name: "edit", tool_args: '{"path": "b.ts"}' },
      { id: "", name: "list" },
    ])
    expect(tool_calls).toEqual([
      { id: "a", name: "edit", arguments: { path: "a.ts", at: "1970-01-01T00:00:00.000Z" } },
      { name: "edit", arguments: { path: "b.ts" } },
      { name: "list", arguments: {} },
    ])
    expect(parse_errors).toEqual([])
  })

  it("keeps fields named as those of a prototype what they are: fields", () => {
    const { tool_calls } = readCalls([{ name: "__proto__", arguments: '{"__proto__": {"is_admin": true}}' }])
    const [call] = tool_calls
    expect(call?.name).toBe("__proto__")
    expect(Object.keys(call?.arguments as object)).toEqual(["__proto__"])
    expect(call?.arguments).not.toHaveProperty("is_admin")
  })

  const cyclic: Record<string, unknown> = {}
  cyclic["self"] = cyclic
  it.each([
    ["a name that is none", { name: 1 }, "A tool call was dropped: it names no tool."],
    ["no name", {}, "A tool call was dropped: it names no tool."],
    [
      "a name without end",
      { name: "x".repeat(201) },
      "A tool call was dropped: its name has 201 characters.",
    ],
    [
      "a cycle",
      { name: "t", arguments: cyclic },
      'The call of tool "t" was dropped: its arguments are no JSON.',
    ],
    [
      "a bigint",
      { name: "t", arguments: { n: 1n } },
      'The call of tool "t" was dropped: its arguments are no JSON.',
    ],
    ["a list", { name: "t", arguments: [] }, /its arguments are not a JSON object \(got a list\)/],
    ["half a text", { name: "t", arguments: '{"a": ' }, /its arguments are not valid JSON/],
    [
      "201 levels",
      { name: "t", arguments: `{"a": ${"[".repeat(201)}${"]".repeat(201)}}` },
      'The call of tool "t" was dropped: its arguments are nested more than 200 levels deep.',
    ],
  ])("drops a call with %s, and says so", (_name, call, problem) => {
    const { tool_calls, parse_errors } = readCalls([call, { name: "fine" }])
    expect(tool_calls).toEqual([{ name: "fine", arguments: {} }])
    expect(parse_errors).toEqual([expect.stringMatching(problem)])
  })

  it("takes a thousand calls of a reply and counts the rest", () => {
    const many = Array.from({ length: 100_000 }, () => ({ name: "t" }))
    const { tool_calls, parse_errors } = readCalls([null, ...many])
    expect(tool_calls).toHaveLength(999)
    expect(parse_errors).toEqual([
      "1 of 100001 tool calls are not objects",
      "99001 tool calls were dropped: a reply may hold 1000 at most.",
    ])
  })
})
