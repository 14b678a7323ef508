import { describe, expect, it } from "vitest"
import type { ToolResult } from "../protocol/tool.ts"
import type { StallOptions } from "./config.ts"
import { createDetector, type DetectorOptions } from "./detector.ts"
import { knobs } from "./knobs.ts"

const recommended: StallOptions = Object.fromEntries(
  knobs.filter(({ value }) => value.type !== "host").map(({ name, recommended: value }) => [name, value]),
)
const OK: ToolResult = { ok: true, output: "in_progress" }

/** What each turn says, one command a turn, all with the same result. */
function said(
  commands: readonly string[],
  change: StallOptions = {},
  result: ToolResult = OK,
  tools: DetectorOptions["tools"] = {},
): readonly string[] {
  const detector = createDetector({ stall_diagnostics: { ...recommended, ...change }, tools })
  let state = detector.initial_state
  return commands.map((command) => {
    const step = detector.observe(state, {
      tool_calls: [{ name: "shell", arguments: { command } }],
      results: [{ tool_name: "shell", ...result }],
    })
    state = step.state
    return step.warnings.map(({ pattern }) => pattern).join()
  })
}

/** Ten equal answers are a hint, and ten more another. */
const waiting = (count: number, each = 1): readonly string[] =>
  Array.from({ length: count }, (_, at) => (at % (10 * each) >= 9 * each ? "unchanged_wait" : ""))
const silence = (count: number): readonly string[] => Array.from({ length: count }, () => "")
const times = (count: number, ...commands: readonly string[]): readonly string[] =>
  Array.from({ length: count }, () => commands).flat()

describe("an answer which says that something goes on", () => {
  it.each<readonly [string, ToolResult]>([
    ["gh pr checks 12", { ok: false, exit_code: 8, error: "build\tpending\t0\thttps://ci.example/1" }],
    [
      "kubectl rollout status deploy/web",
      { ok: false, error: 'Waiting for deployment "web" rollout to finish' },
    ],
    ["systemctl is-active web", { ok: false, exit_code: 3, output: "activating" }],
    ["aws cloudformation describe-stacks", { ok: true, output: '{"StackStatus": "CREATE_IN_PROGRESS"}' }],
    ["argocd app get web", { ok: true, output: "Health Status:      Progressing" }],
    ["deployctl show", { ok: true, output: "Deployment still in progress, please wait." }],
    ["deployctl show", { ok: true, output: "<status>running</status>" }],
    ["deployctl show", { ok: true, output: "RUNNING" }],
  ])("is no repeat: %s", (command, result) => {
    expect(said(times(9, command), {}, result)).toEqual(silence(9))
  })

  it.each(["status: failing", "Status: passing", "phase=missing", "still 3 failing tests"])(
    "is not one that has ended: %s",
    (output) => {
      expect(said(times(3, "deployctl show"), {}, { ok: true, output })).toEqual(["", "", "repeated_action"])
    },
  )
})

describe("a poll with an unchanged result", () => {
  it.each([
    ["sleep 60; gh run view 12"],
    ["kubectl get pods"],
    ["tail -f log"],
    ["sleep 30; ./status.sh"],
    ["cd app && sleep 5 && cat build.log"],
  ])("is a hint at every tenth time alone: %s", (command) => {
    expect(said(times(39, command))).toEqual(waiting(39))
  })

  it("may take turns with another, or wait longer each time", () => {
    expect(said(times(19, "sleep 60", "gh run view 12"))).toEqual(waiting(38, 2))
    expect(said(times(13, "kubectl get pods", "kubectl top nodes", "sleep 9"))).toEqual(waiting(39, 3))
    const longer = Array.from({ length: 9 }, (_, index) => `sleep ${index + 1}0; gh run view the-run`)
    expect(said(longer)).toEqual(silence(9))
  })

  it("is a repeat like any other once it fails", () => {
    const failed: ToolResult = { ok: false, error: "error: could not find any run" }
    const commands = times(4, "gh run view 12")
    expect(said(commands, {}, failed)).toEqual(["", "", "repeated_action", "repeated_error"])
    expect(said(times(9, "sleep 60; gh run view 12"), {}, failed)).toEqual(silence(9))
  })

  it("keeps the ladder from climbing", () => {
    const look = "cat a.ts"
    const poll = "kubectl get pods"
    const commands = [look, look, look, look, poll, look, look, look, look]
    expect(said(commands, { repeated_action_after: null, hard_stop_after_trips: 2 })).toEqual([
      ...silence(3),
      "repeated_same_observation",
      ...silence(4),
      "repeated_same_observation",
    ])
  })

  it("is the core's to count where roles are not inferred", () => {
    const core: StallOptions = { repeated_action_after: null, repair_aware: false }
    expect(said(times(4, "kubectl get pods"), core).at(-1)).toBe("repeated_same_observation")
  })

  it("is none when it is declared a check", () => {
    const tools = { shell: { evidence_role: "verification", kind: "" } } as const
    const varying: StallOptions = { repeat_success: 2 }
    const detector = createDetector({ stall_diagnostics: { ...recommended, ...varying }, tools })
    let state = detector.initial_state
    const patterns = ["1", "2", "3"].map((output) => {
      const step = detector.observe(state, {
        tool_calls: [{ name: "shell", arguments: { command: "kubectl get pods" } }],
        results: [{ tool_name: "shell", ok: true, output }],
      })
      state = step.state
      return step.warnings.map(({ pattern }) => pattern).join()
    })
    expect(patterns.at(-1)).toBe("repeated_success")
  })
})

it("a look at a file is no poll", () => {
  expect(said(times(4, "cat a.ts"))).toEqual(["", "", "repeated_action", "repeated_same_observation"])
  expect(said(times(13, "cat a.ts", "cat b.ts"), { repeated_action_after: null }).at(-1)).toBe("ping_pong")
})
