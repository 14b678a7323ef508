import { createDetector, type ToolAnnotations, type ToolResult } from "@proofloop/runtime/detector"
import { expect, test } from "vitest"
import { resolvePreset } from "./index.ts"

type Call = readonly [command: string, result: ToolResult]

const SHELL: ToolAnnotations = { kind: "execute" }
const EDIT: ToolAnnotations = { kind: "edit" }

const { stall_diagnostics } = resolvePreset("evidence")
if (typeof stall_diagnostics !== "object" || stall_diagnostics === null) throw new Error("evidence")
const detector = createDetector({
  stall_diagnostics: { ...stall_diagnostics, repair_aware: true },
  tools: { shell: SHELL, edit: EDIT },
})

/** What the detector says of one call a turn; "edit" is the edit tool's, and null a new word of the user's. */
function patternsOf(calls: readonly (Call | null)[]): readonly string[] {
  let state = detector.initial_state
  return calls.flatMap((call, index) => {
    if (call === null) {
      state = detector.renew(state)
      return []
    }
    const [command, result] = call
    const name = command.startsWith("edit ") ? "edit" : "shell"
    const tool_call = { id: `call_${index}`, name, arguments: { command } }
    const step = detector.observe(state, {
      tool_calls: [tool_call],
      results: [{ tool_name: name, call_id: tool_call.id, ...result }],
    })
    state = step.state
    return step.warnings.map(({ pattern }) => `${index}: ${pattern}`)
  })
}

const ok = (output: string): ToolResult => ({ ok: true, exit_code: 0, output })
const fails = (output: string, exit_code = 1): ToolResult => ({ ok: false, exit_code, output })
const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_none, index) => make(index))
const failing = (names: readonly string[]): ToolResult =>
  fails(
    `${names.map((name) => `FAILED tests/test_shop.py::${name} - AssertionError: ${name}`).join("\n")}\n${names.length} failed, ${40 - names.length} passed in 1.2s`,
  )
const passing = (count: number): ToolResult => ok(`${count} passed in 0.4s`)

const sessions: Readonly<Record<string, readonly (Call | null)[]>> = {
  "100 polls of a build": times(100, () => [
    "gh run watch 42 --exit-status",
    { status: "running", output: "in progress" },
  ]),
  "100 looks at a status that stays": times(100, () => ["kubectl get pods -w", ok("shop-1 Pending")]),
  "a watch mode": times(40, (at) => ["npx vitest --watch", { status: "running", output: `RERUN ${at}` }]),
  "retries with a longer and longer wait": times(5, (at) => [
    `sleep ${2 ** at} && curl -sf https://shop.test/health`,
    at < 4 ? fails("", 22) : ok("up"),
  ]),
  "a bisect of 20 steps": times(20, (at) => [
    "git bisect run npm test",
    ok(`Bisecting: ${2 ** (20 - at)} revisions left to test after this (roughly ${20 - at} steps)`),
  ]),
  "a bisect by hand": times(20, (at): readonly Call[] => [
    [`git checkout ${(at * 7919).toString(16)}abc`, ok(`HEAD is now at ${at * 7919}`)],
    ["pytest tests -q", at % 2 === 0 ? failing(["test_total"]) : passing(40)],
  ]).flat(),
  "a sweep of 30 parameters": times(30, (at) => [
    `python train.py --rate ${(at + 1) / 100}`,
    ok(`loss ${(1 / (at + 1)).toFixed(4)}`),
  ]),
  "a growing suite": times(20, (at): readonly Call[] => [
    [`edit tests/test_${at}.py`, ok(`added test ${at}`)],
    ["pytest -q", failing([`test_new_${at}`])],
    [`edit src/part_${at}.py`, ok(`implemented ${at}`)],
    ["pytest -q", passing(40 + at)],
  ]).flat(),
  "one failure fewer after each edit": times(12, (at): readonly Call[] => [
    [`edit src/part_${at}.py`, ok(`changed ${at}`)],
    ["pytest -q", failing(times(12 - at, (test) => `test_${test}`))],
  ]).flat(),
  "a user who says again": times(10, (): readonly (Call | null)[] => [
    null,
    ["npm test", passing(40)],
  ]).flat(),
  "sub-agents in one session": times(8, (at): readonly Call[] => [
    [`cd service_${at % 4} && npm test`, failing([`test_${at % 4}_${at}`])],
    [`edit service_${at % 4}/index.js`, ok(`changed ${at}`)],
  ]).flat(),
  "three tools tried once each": ["gradle", "mvn", "javac"].map((tool): Call => [
    `${tool} -version`,
    fails(`bash: line 1: ${tool}: command not found`, 127),
  ]),
  "many files read": times(40, (at) => [`cat src/part_${at}.ts`, ok(`export const part = ${at}`)]),
  "a formatter after each edit": times(12, (at): readonly Call[] => [
    [`edit src/part_${at}.ts`, ok(`changed ${at}`)],
    [`npx prettier --write src/part_${at}.ts`, ok(`src/part_${at}.ts ${20 + at}ms`)],
  ]).flat(),
  "refactoring with green tests": times(15, (at): readonly Call[] => [
    [`edit src/part_${at}.ts`, ok(`changed ${at}`)],
    ["npm test", passing(40)],
  ]).flat(),
}

test.each(Object.entries(sessions))("the recommended presets say nothing to %s", (_session, calls) => {
  expect(patternsOf(calls)).toEqual([])
})
