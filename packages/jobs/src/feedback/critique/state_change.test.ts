import type { ToolResult } from "@proofloop/runtime/internal/detector"
import { expect, it } from "vitest"
import { stateChanges } from "./state_change.ts"

function kindsOf(result: ToolResult) {
  return stateChanges({ tool_calls: [{ name: "t", arguments: {} }], tool_results: [result] }).map(
    ({ kind }) => kind,
  )
}

it.each<[string, ToolResult, readonly string[]]>([
  ["an edit", { ok: true, annotations: { kind: "edit" } }, ["edit"]],
  ["a deletion", { success: true, annotations: { kind: "DELETE" } }, ["edit"]],
  ["a new file", { status: "ok", annotations: { kind: "write" } }, ["write_file"]],
  ["a declared mutation", { ok: true, annotations: { mutates: true } }, ["edit"]],
  [
    "a command that wrote",
    { ok: true, mutation_status: "applied", annotations: { kind: "execute" } },
    ["cli_output"],
  ],
  [
    "a command that says something",
    { ok: true, output: "done", annotations: { kind: "execute" } },
    ["cli_output"],
  ],
  [
    "a check that wrote",
    { ok: true, mutation_status: "applied", annotations: { kind: "execute", evidence_role: "verification" } },
    ["cli_output"],
  ],
  ["content that changed under an undeclared tool", { ok: true, mutation_status: "applied" }, ["edit"]],
  ["a read", { ok: true, output: "x", annotations: { kind: "read" } }, []],
  ["a read named like an edit", { ok: true, tool_name: "edit_file", annotations: { kind: "read" } }, []],
  ["an undeclared tool", { ok: true, tool_name: "write_file", output: "x" }, []],
  ["a failed edit", { ok: false, annotations: { kind: "edit" } }, []],
  ["an edit without an outcome", { annotations: { kind: "edit" } }, []],
  [
    "an edit that changed nothing",
    { ok: true, mutation_status: "unchanged", annotations: { kind: "edit" } },
    [],
  ],
  ["an edit that says it does not mutate", { ok: true, annotations: { kind: "edit", mutates: false } }, []],
  [
    "a command that changed nothing",
    { ok: true, output: "x", mutation_status: "unchanged", annotations: { kind: "execute" } },
    [],
  ],
  ["a silent command", { ok: true, output: " \n", annotations: { kind: "execute" } }, []],
  [
    "a command declared to only read",
    { ok: true, output: "x", annotations: { kind: "execute", read_only: true } },
    [],
  ],
  [
    "a check",
    { ok: true, output: "2 passed", annotations: { kind: "execute", evidence_role: "verification" } },
    [],
  ],
])("tells what changed: %s", (_what, result, kinds) => {
  expect(kindsOf(result)).toEqual(kinds)
})

it("describes the arguments and the output, bounded", () => {
  const [change] = stateChanges({
    tool_calls: [{ name: "t", arguments: { path: "a.ts", text: `x${"y".repeat(100_000)}`, lines: [1, 2] } }],
    tool_results: [{ ok: true, result: { written: 3 }, annotations: { kind: "write" } }],
  })
  expect(change?.text).toMatch(/^path: a\.ts\ntext: xy[^]*lines: \[1,2\]\ngave:\n\{"written":3\}$/)
  expect(change?.text.length).toBeLessThan(5000)
})

it("does not guess which call a result belongs to", () => {
  const [change] = stateChanges({
    tool_calls: [
      { name: "a", arguments: { path: "a.ts" } },
      { name: "b", arguments: { path: "b.ts" } },
    ],
    tool_results: [{ ok: true, output: "done", annotations: { kind: "edit" } }],
  })
  expect(change?.text).toBe("\ngave:\ndone")
})
