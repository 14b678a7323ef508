import { describe, expect, test } from "vitest"
import { MARK } from "../events/hook_reply.ts"
import type { HostName } from "../events/host_event.ts"
import { hostAdapter } from "./hosts.ts"
import { inputsOf, RECORDINGS } from "./recordings.fixture.ts"
import { answered } from "./replies.fixture.ts"

/**
 * The recorded commands are not checks, the files are prose, and the reasons are other hooks': treats them as if they
 * were ours.
 */
function asCheck(text: string): string {
  return text
    .replaceAll(/echo FAILED test_a; (?:echo err >&2; )?exit 1/g, "npm test")
    .replaceAll(/(?<=project\/a|hi2)\.txt/g, ".ts")
    .replaceAll("a re-check is owed", `${MARK} a re-check is owed`)
}

const LETTERS = { nothing: ".", tell: "T", refuse: "R", hold: "H", hand_back: "B" } as const

/** A letter for each line of a recording: "-" is not an event, "." no reply. */
function letters(host: HostName, change?: (text: string) => string): string {
  const { steps } = answered(host, inputsOf(host, change))
  return steps.map(({ told, reply }) => (told === null ? "-" : LETTERS[reply])).join("")
}

describe("what is replied to each line of a recording", () => {
  const AS_RECORDED: readonly (readonly [host: HostName, replies: string])[] = [
    ["claude-code", ".................."],
    ["codex", "................."],
    ["gemini-cli", "..........."],
    ["qwen-code", ".....-...-..-..."],
    ["opencode", "--..--..--.----.-."],
    ["pi", "............"],
    ["copilot", "......TH...."],
    ["cursor", "........H..-.."],
  ]
  test.each(AS_RECORDED)("%s, as it was", (host, replies) => {
    expect(letters(host)).toBe(replies)
  })

  const AS_CHECK: readonly (readonly [host: HostName, replies: string])[] = [
    ["claude-code", "...............HB."],
    ["codex", "..............HB."],
    ["gemini-cli", ".......H.B."],
    ["qwen-code", ".....-...-..-H.B"],
    ["opencode", "--..--..--.----H-B"],
    ["pi", ".........HB."],
  ]
  test.each(AS_CHECK)("%s, had it run a check that failed and written code", (host, replies) => {
    expect(letters(host, asCheck)).toBe(replies)
  })

  test("there is a row for each host", () => {
    expect(AS_RECORDED.map(([host]) => host)).toEqual(RECORDINGS.map(([host]) => host))
  })
})

describe("a batch folds as its single events", () => {
  const SINGLE: ReadonlySet<unknown> = new Set(["PostToolUse", "PostToolUseFailure"])

  test.each(["claude-code", "qwen-code"] as const)("%s", (host) => {
    const inputs = inputsOf(host, asCheck)
    const batches = inputs.filter((input) => !SINGLE.has(input["hook_event_name"]))
    const singles = inputs.filter((input) => input["hook_event_name"] !== "PostToolBatch")
    const of_batches = answered(host, batches)
    const of_singles = answered(host, singles)
    const stopsOf = ({ steps }: typeof of_singles) =>
      steps.filter(({ told }) => told?.event.type === "stop").map(({ answer }) => answer)
    expect(stopsOf(of_batches)).toEqual(stopsOf(of_singles))
    expect(stopsOf(of_batches)[0]).toMatchObject({ decision: "block" })
    const slotsOf = ({ states }: typeof of_singles) =>
      [...states.values()].map(({ changes, commands, repeat, detector }) => ({
        changes,
        commands,
        repeat,
        slots: detector.slots.map(({ check_id, class: kind, signature }) => ({ check_id, kind, signature })),
      }))
    expect(slotsOf(of_batches)).toEqual(slotsOf(of_singles))
  })
})

describe("a sub-agent has a state of its own", () => {
  test.each(["claude-code", "codex", "qwen-code"] as const)("%s", (host) => {
    const inputs = inputsOf(host, asCheck).flatMap((input) =>
      input["hook_event_name"] === "Stop" || input["hook_event_name"] === "SessionStart"
        ? [input]
        : [{ ...input, agent_id: "agent-1" }],
    )
    const { steps, states } = answered(host, inputs)
    expect([...states.keys()].map((key) => key.split(" ")[1])).toEqual([undefined, "agent-1"])
    // A failure by the sub-agent does not count for the session's own agent.
    expect(steps.filter(({ reply }) => reply === "hold")).toEqual([])
    const stopped = answered(host, [
      ...inputs,
      { ...inputs.at(-1), hook_event_name: "SubagentStop", agent_id: "agent-1" },
    ])
    expect(stopped.steps.at(-1)?.answer).toMatchObject({ decision: "block" })
  })
})

test.each(["claude-code", "codex", "qwen-code"] as const)("holds nobody in the plan mode of %s", (host) => {
  const stop = { session_id: "s1", cwd: "/work", hook_event_name: "Stop", transcript_path: "/t" }
  const told = (permission_mode: string) => hostAdapter(host).read({ ...stop, permission_mode }, null)
  expect(told("default")?.event.type).toBe("stop")
  expect(told("plan")).toBeNull()
})
