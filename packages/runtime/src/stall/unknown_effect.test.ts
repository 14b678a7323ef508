import { describe, expect, it } from "vitest"
import type { ToolAnnotations, ToolResult } from "../protocol/tool.ts"
import { createDetector } from "./detector.ts"
import { FAILED, OK, read } from "./read_result.fixture.ts"
import { hasUnknownEffect } from "./unknown_effect.ts"

const RUNNING: ToolResult = { ok: true, status: "running", output: "still at it" }

describe("hasUnknownEffect", () => {
  it.each<readonly [string, string | undefined, ToolAnnotations | undefined]>([
    ["a tool nobody knows", undefined, undefined],
    ["a tool that may write", undefined, { read_only: false, kind: "execute" }],
    ["a script", "python - <<PY\nopen('x', 'w')\nPY", undefined],
    ["a commit", "git commit -m done", undefined],
    ["a killed server", "pkill -f server", undefined],
    ["another folder", "cd app", undefined],
    ["another environment", "source .venv/bin/activate && export A=1", undefined],
    ["a variable", "A=1", undefined],
    ["a declared shell", "./deploy.sh", { kind: "execute" }],
    [
      "a script whose output is no evidence",
      "./deploy.sh",
      { kind: "execute", evidence_role: "observation" },
    ],
    ["a script whose output is evidence", "python fix.py", { evidence_role: "verification" }],
    ["another folder, said to be a look", "cd app", { evidence_role: "observation" }],
  ])("%s", (_what, command, annotations) => {
    expect(hasUnknownEffect(read(OK, annotations, { command }))).toBe(true)
    expect(hasUnknownEffect(read(FAILED, annotations, { command }))).toBe(false)
    expect(hasUnknownEffect(read(RUNNING, annotations, { command }))).toBe(false)
  })

  it.each<readonly [string, string | undefined, ToolAnnotations | undefined]>([
    ["a tool that reads", undefined, { kind: "read" }],
    ["a tool that says so", undefined, { read_only: true }],
    ["a tool that writes nothing", undefined, { mutates: false }],
    ["an observation", undefined, { evidence_role: "observation" }],
    ["a check", undefined, { evidence_role: "verification" }],
    ["an edit", undefined, { kind: "edit" }],
    ["a note", undefined, { soft: true }],
    ["a look", "git status", undefined],
    ["a look somewhere else", "cd app && ls", undefined],
    ["a known check", "npm test", undefined],
    ["a known check whose exit is hidden", "npm test | tail", undefined],
    ["a tool that reads, by a command", "view src/a.py", { kind: "read" }],
    ["a poll", "python wait_for_db.py; sleep 1", undefined],
    ["a declared look with a command", "./deploy.sh", { read_only: true }],
  ])("not %s", (_what, command, annotations) => {
    expect(hasUnknownEffect(read(OK, annotations, { command }))).toBe(false)
  })
})

describe("repeated_action beside calls of unknown effect", () => {
  it.each<readonly [string, readonly string[], readonly number[]]>([
    ["looks alone", ["git status", "ls", "git status", "git diff", "git status"], [3]],
    ["a page after each click", ["?click", "?page", "?click", "?page", "?click", "?page"], []],
    ["one call directly", ["?page", "?page", "?page"], [3]],
    ["a look between", ["?page", "?page", "ls", "?page"], []],
    ["a check between", ["?page", "?page", "npm test", "?page"], []],
    ["a call that fails between", ["?page", "?page", "!deploy", "?page"], []],
    ["commits", ["git status", "git commit -m a", "git status", "git commit -m b", "git status"], []],
    ["other folders", ["ls", "cd a", "ls", "cd b", "ls"], []],
    ["failing calls change nothing", ["ls", "!deploy", "ls", "!deploy", "ls"], [3]],
    ["the same failure", ["!deploy", "ls", "!deploy", "pwd", "!deploy"], [3]],
    ["a tool nobody knows between looks", ["ls", "ls", "?page", "ls", "ls", "ls"], [3]],
    ["a script between looks", ["ls", "./run.sh", "ls", "./run.sh", "ls"], []],
  ])("%s", (_what, calls, counts) => {
    expect(repeats(...calls.map((call) => [call]))).toEqual(counts)
  })

  it("starts over also where the call comes twice in a turn", () => {
    expect(repeats(["?page"], ["?page"], ["?page", "?click", "?page"])).toEqual([])
    expect(repeats(["?page"], ["?page"], ["?page", "?page"])).toEqual([3])
  })

  it("goes on behind a tool that is exempt", () => {
    expect(repeats(["ls"], ["ls"], ["?wait"], ["ls"])).toEqual([3])
  })
})

/** The counts of repeated_action's warnings. "?" marks a tool with unknown effect, "!" a failing script. */
function repeats(...turns: readonly (readonly string[])[]): readonly number[] {
  const detector = createDetector({
    stall_diagnostics: {
      repair_aware: true,
      fold: "same_turn",
      undeclared_role: "infer",
      repeated_action_after: 3,
      exempt_tools: ["wait"],
      threshold: 99,
      repeat_same_error: 99,
      repeat_same_observation: 99,
      ping_pong_cycles: 99,
      hard_stop_after_trips: 99,
    },
  })
  let state = detector.initial_state
  return turns.flatMap((calls) => {
    const tool_calls = calls.map((call) =>
      call.startsWith("?")
        ? { name: call.slice(1), arguments: {} }
        : { name: "shell", arguments: { command: call.replace("!", "./") } },
    )
    const results = calls.map((call, at) => ({
      tool_name: tool_calls[at]?.name ?? "",
      ...(call.startsWith("!") ? { ok: false, error: "no such host" } : { ok: true, output: "same" }),
    }))
    const step = detector.observe(state, { tool_calls, results })
    state = step.state
    return step.warnings.filter(({ pattern }) => pattern === "repeated_action").map(({ count }) => count)
  })
}
