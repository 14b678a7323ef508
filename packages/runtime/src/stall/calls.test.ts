import { canonicalJson, sha256Hex } from "@proofloop/foundation/text"
import { describe, expect, it } from "vitest"
import type { ToolAnnotations, ToolCall, ToolResult } from "../protocol/tool.ts"
import {
  boundedText,
  callArguments,
  callName,
  isEditTool,
  proposeCall,
  resolveAnnotations,
  resultName,
  withResultAnnotations,
} from "./calls.ts"

/** What a host may hand over although the types say otherwise. */
function anyCall(call: unknown): ToolCall {
  return call as ToolCall
}

const unreadable: ToolCall = new Proxy(
  { name: "x" },
  {
    get() {
      throw new Error("no")
    },
  },
)

describe("boundedText", () => {
  it.each([
    ["", ""],
    [undefined, ""],
    [null, ""],
    [5, "5"],
    [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
    ["x".repeat(200), "x".repeat(200)],
    ["x".repeat(201), `sha256:${sha256Hex("x".repeat(201))}`],
  ])("%j", (value, text) => {
    expect(boundedText(value)).toBe(text)
  })
})

describe("names", () => {
  it.each([
    [{ name: "a", tool_name: "b" }, "a", "b"],
    [{ tool_name: "b" }, "b", "b"],
    [{ name: "a" }, "a", "a"],
    [{ name: null, tool_name: "b" }, "b", "b"],
    [{}, "", ""],
    ["text", "", ""],
  ])("%j", (value, of_call, of_result) => {
    expect(callName(anyCall(value))).toBe(of_call)
    expect(resultName(value as ToolResult)).toBe(of_result)
  })
})

describe("callArguments", () => {
  it.each([
    [{ arguments: { a: 1 } }, { a: 1 }],
    [{ tool_args: { a: 1 } }, { a: 1 }],
    [{ arguments: { a: 1 }, tool_args: { b: 2 } }, { a: 1 }],
    [{ arguments: null, tool_args: { b: 2 } }, { b: 2 }],
    [{ arguments: "{}" }, {}],
    [{ arguments: [1] }, {}],
    [{}, {}],
  ])("%j", (call, call_arguments) => {
    expect(callArguments(anyCall(call))).toEqual(call_arguments)
  })
})

describe("isEditTool", () => {
  it.each(["edit", "write", "scaffold", "delete", "mutation", "mutate"])("kind %s edits", (kind) => {
    expect(isEditTool({ kind, mutates: null })).toBe(true)
    expect(isEditTool({ kind, mutates: false })).toBe(false)
  })

  it.each(["read", "", "edits"])("kind %j does not", (kind) => {
    expect(isEditTool({ kind, mutates: null })).toBe(false)
    expect(isEditTool({ kind, mutates: true })).toBe(true)
  })
})

describe("resolveAnnotations", () => {
  const declared: ToolAnnotations = { kind: "edit" }

  it.each([
    ["nothing", undefined, {}],
    ["a record", declared, declared],
    ["a function", () => declared, declared],
    [
      "a function of the arguments",
      ({ a }: Readonly<Record<string, unknown>>) => ({ soft: a === 1 }),
      { soft: true },
    ],
    [
      "a function that throws",
      () => {
        throw new Error("no")
      },
      {},
    ],
    ["a function that answers no record", () => null, {}],
    ["null", null, {}],
    ["text", "edit", {}],
    ["values of other types", { evidence_role: "proof", mutates: "yes", kind: 5, read_only: "yes" }, {}],
  ])("%s", (_what, given, annotations) => {
    expect(resolveAnnotations(given as ToolAnnotations, { a: 1 })).toStrictEqual(annotations)
  })
})

describe("proposeCall", () => {
  it("keeps what identifies a call and what its tool declares", () => {
    const call = { id: "c1", name: "shell", arguments: { command: "npm test", cwd: "app" } }
    const declared: ToolAnnotations = {
      kind: "EXEC",
      mutates: false,
      evidence_role: "verification",
      check_id: "tests",
      soft: true,
    }
    expect(proposeCall(call, declared)).toEqual({
      call_id: "c1",
      tool_name: "shell",
      action: sha256Hex('shell\n{"command":"npm test","cwd":"app"}'),
      files: [],
      arguments_prose: "",
      arguments_rest: "",
      command: "npm test",
      names_process: false,
      kind: "exec",
      mutates: false,
      evidence_role: "verification",
      check_id: "tests",
      soft: true,
      read_only: false,
      side_effects: "",
      declared: true,
    })
  })

  it("knows nothing of a call without a name, arguments and declaration", () => {
    expect(proposeCall(anyCall({}), undefined)).toEqual({
      call_id: "",
      tool_name: "",
      action: sha256Hex("\n{}"),
      files: [],
      arguments_prose: "",
      arguments_rest: "",
      command: "",
      names_process: false,
      kind: "",
      mutates: null,
      evidence_role: "",
      check_id: "",
      soft: false,
      read_only: false,
      side_effects: "",
      declared: false,
    })
  })

  it("knows nothing of a call that cannot be read", () => {
    expect(proposeCall(unreadable, undefined)).toEqual(proposeCall(anyCall({}), undefined))
  })

  it.each<readonly [unknown, boolean]>([
    [{}, false],
    [{ check_id: "tests" }, false],
    [{ kind: null }, false],
    [{ kind: "read" }, true],
    [{ mutates: false }, true],
    [{ evidence_role: "observation" }, true],
    [{ soft: false }, true],
    [{ read_only: true }, true],
    [{ side_effect_level: "none" }, true],
  ])("%j declares something of effects or evidence: %j", (annotations, declared) => {
    expect(proposeCall({ name: "a", arguments: {} }, annotations as ToolAnnotations).declared).toBe(declared)
  })

  it.each([
    [
      { evidence_role: "proof", mutates: "yes", soft: "yes" },
      { evidence_role: "", mutates: null, soft: false },
    ],
    [
      { evidence_role: "observation", mutates: true },
      { evidence_role: "observation", mutates: true },
    ],
  ])("reads of %j only what it knows", (annotations, fields) => {
    expect(
      proposeCall({ name: "a", arguments: {} }, annotations as unknown as ToolAnnotations),
    ).toMatchObject(fields)
  })

  it.each([
    [{ command: "a b" }, "a b"],
    [{ cmd: "a b" }, "a b"],
    [{ script: "a b" }, "a b"],
    [{ script: "third", cmd: "second", command: "first" }, "first"],
    [{ script: "third", cmd: "second", command: 5 }, "second"],
    [{ command: ["a", "b"] }, ""],
    [{ query: "a b" }, ""],
    [{ command: "x".repeat(40_000) }, "x".repeat(32_768)],
    [Object.create({ command: "inherited" }), ""],
  ])("the command in %j is %j", (call_arguments, command) => {
    expect(proposeCall({ name: "shell", arguments: call_arguments }, undefined).command).toBe(command)
  })

  describe("tells prose from the values that make a call another one", () => {
    function split(call_arguments: Readonly<Record<string, unknown>>) {
      const { arguments_prose, arguments_rest } = proposeCall(
        anyCall({ name: "search", arguments: call_arguments }),
        undefined,
      )
      return { prose: arguments_prose, rest: arguments_rest }
    }
    const rest = (...pairs: readonly (readonly [string, unknown])[]) => sha256Hex(canonicalJson(pairs))

    it.each([
      [{ query: "two words" }, "", ""],
      [{ query: "now three words" }, "now three words", rest()],
      [{ query: "a b c" }, "a b c", rest()],
      [{ query: "  a  b  " }, "", ""],
      [{ query: "a\n\tb\n\nc" }, "a\n\tb\n\nc", rest()],
      [{ query: "where is it", path: "src", depth: 2 }, "where is it", rest(["depth", 2], ["path", "src"])],
      [{ why: "to see more", query: "where is it" }, "where is it\nto see more", rest()],
      [
        { query: ["where", "is", "it"], why: "to see more" },
        "to see more",
        rest(["query", ["where", "is", "it"]]),
      ],
    ])("%j", (call_arguments, prose, digest) => {
      expect(split(call_arguments)).toEqual({ prose, rest: digest })
    })

    it("by the first 512 characters, of which it keeps no more", () => {
      const words = "word ".repeat(200)
      expect(split({ query: words }).prose).toBe(words.slice(0, 512))
      expect(split({ a: words, b: words }).prose).toBe(words.slice(0, 512))
      expect(split({ query: `${"x".repeat(512)} a b c` })).toEqual({ prose: "", rest: "" })
    })
  })
})

describe("withResultAnnotations", () => {
  const call = proposeCall({ name: "a", arguments: { x: 1 } }, { kind: "edit" })

  it("lets a result say what its tool did not declare", () => {
    const annotated = withResultAnnotations(call, { annotations: { evidence_role: "verification" } })
    expect(annotated).toEqual({ ...call, kind: "", evidence_role: "verification" })
  })

  it.each([{}, { annotations: null }, { annotations: "edit" }])("leaves the call alone for %j", (result) => {
    expect(withResultAnnotations(call, result as ToolResult)).toBe(call)
  })
})
