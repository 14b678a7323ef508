import { describe, expect, it } from "vitest"
import type { ToolCall, ToolResult } from "../../protocol/tool.ts"
import type { Verdict } from "../../protocol/verdict.ts"
import type { StallPattern } from "../../protocol/warning.ts"
import type { StallOptions } from "../config.ts"
import { createDetector, type DetectorOptions, type Turn } from "../detector.ts"
import type { DetectorState } from "../state.ts"
import type { Signals } from "./pattern.ts"

const TOOLS: NonNullable<DetectorOptions["tools"]> = {
  unit: { evidence_role: "verification", check_id: "unit" },
  lint: { evidence_role: "verification", check_id: "lint" },
  apply_fix: { kind: "edit" },
}

type Results = readonly (readonly [string, ToolResult])[]

function turnOf(results: Results, signals: Signals = {}, output_tokens = 0): Turn {
  return {
    tool_calls: results.map(([name], index): ToolCall => ({ name, arguments: { index } })),
    results: results.map(([tool_name, result]) => ({ tool_name, ...result })),
    signals,
    usage: { output_tokens },
  }
}

/** What a pattern said in each turn, as its count, with "!" behind it for a hard stop; and the state at the end. */
function play(
  only: StallPattern,
  knobs: StallOptions,
  ...turns: readonly Turn[]
): { said: string[]; state: DetectorState } {
  const detector = createDetector({
    stall_diagnostics: {
      repair_aware: true,
      fold: "same_turn",
      all_results: true,
      hard_stop_after_trips: 99,
      stuck_same_diagnostic_after: 99,
      ...knobs,
    },
    tools: TOOLS,
  })
  let state = detector.initial_state
  const said = turns.map((turn) => {
    const step = detector.observe(state, turn)
    state = step.state
    return step.warnings
      .filter(({ pattern }) => pattern === only)
      .map(({ count, hard_stop }) => `${count}${hard_stop ? "!" : ""}`)
      .join()
  })
  return { said, state }
}

const fails = (error: string, name = "unit"): readonly [string, ToolResult] => [name, { ok: false, error }]
const passes = (name = "unit"): readonly [string, ToolResult] => [name, { ok: true, output: "fine" }]
/** One turn for each letter: the failure of that name, "." for a pass, "-" for a turn without results. */
const runs = (letters: string): readonly Turn[] =>
  letters
    .split("")
    .map((letter) => turnOf(letter === "-" ? [] : [letter === "." ? passes() : fails(`failure ${letter}`)]))
const flat = (said: readonly string[]) => said.map((text) => (text === "" ? "_" : text)).join(" ")

describe("recurring_diagnostic", () => {
  const said = (letters: string, knobs: StallOptions = {}) =>
    flat(play("recurring_diagnostic", { recurring_diagnostic_after: 2, ...knobs }, ...runs(letters)).said)

  it.each([
    ["a failure that comes back", "abab", "_ _ 2 2"],
    ["it trips at every second return", "ababababa", "_ _ 2 2 _ _ 4 4 _"],
    ["a streak that nothing broke", "aaaa", "_ _ _ _"],
    ["a streak after a detour", "abaaa", "_ _ 2 _ 4"],
    ["a pass between starts over", "ab.ab", "_ _ _ _ _"],
    ["turns without results between do not", "a-b-a", "_ _ _ _ 2"],
    ["nothing new in a turn without results", "aba-", "_ _ 2 _"],
  ])("%s", (_what, letters, expected) => {
    expect(said(letters)).toBe(expected)
  })

  it("trips from the threshold on", () => {
    expect(said("abababab", { recurring_diagnostic_after: 3 })).toBe("_ _ _ _ 3 3 _ _")
    expect(said("abababab", { recurring_diagnostic_after: 4 })).toBe("_ _ _ _ _ _ 4 4")
  })

  it("ends the run at as many trips of one failure as stuck diagnostics may have", () => {
    expect(said("ababababab", { stuck_hard_stop_after: 2 })).toBe("_ _ 2 2 _ _ 4! 4! _ _")
    expect(said("ababab", { stuck_hard_stop_after: 1 })).toBe("_ _ 2! 2! _ _")
    expect(said("ababab")).toBe("_ _ 2 2 _ _")
  })

  it("keeps checks with one signature apart", () => {
    const both = (one: string, other: string) => turnOf([fails(one), fails(other, "lint")])
    const turns = [both("a", "x"), both("b", "a"), both("c", "x")]
    expect(play("recurring_diagnostic", { recurring_diagnostic_after: 2 }, ...turns).said).toEqual([
      "",
      "",
      "2",
    ])
  })

  it("counts its trips on the failure that tripped", () => {
    const { state } = play("recurring_diagnostic", { recurring_diagnostic_after: 2 }, ...runs("aba"))
    expect(state.recurrences.map(({ count, trips }) => [count, trips])).toEqual([
      [1, 0],
      [2, 1],
    ])
  })
})

describe("environment_failure", () => {
  const missing = (name = "unit") =>
    turnOf([[name, { ok: false, error: "sh: 1: vitest: not found", exit_code: 127 }]])

  it("counts failures that no edit can fix, and ends the run at three times the threshold", () => {
    const turns = Array.from({ length: 7 }, () => missing())
    expect(flat(play("environment_failure", { environment_failure_after: 2 }, ...turns).said)).toBe(
      "_ 2 3 4 5 6! 7!",
    )
  })

  const said = (...turns: readonly Turn[]) =>
    flat(play("environment_failure", { environment_failure_after: 3 }, ...turns).said)
  const lacks = (error: string, name = "shell") => turnOf([[name, { ok: false, error, exit_code: 127 }]])
  const without = (name: string) => lacks(`sh: 1: ${name}: not found`)
  const [gradle, mvn, javac] = [without("gradle"), without("mvn"), without("javac")]

  it("speaks only of a cause that was met again", () => {
    expect(said(missing(), missing(), missing(), turnOf([fails("boom", "lint")]))).toBe("_ _ 3 _")
  })

  it("counts one cause whatever met it: checks, and calls that are none", () => {
    expect(said(missing(), missing("lint"), lacks("bash: line 3: vitest: command not found"))).toBe("_ _ 3")
    const host = "curl: (6) Could not resolve host: registry.npmjs.org"
    const npm = "npm ERR! network request failed, reason: getaddrinfo ENOTFOUND registry.npmjs.org"
    expect(said(lacks(host), missing(), lacks(npm, "install"), lacks(host, "fetch"))).toBe("_ _ _ 3")
  })

  it("takes three tools that were tried once each for three causes", () => {
    expect(said(gradle, mvn, javac)).toBe("_ _ _")
    expect(said(gradle, mvn, gradle, javac, gradle)).toBe("_ _ _ _ 3")
  })

  it("counts what a verdict says is lacking, and nothing of one that passed or failed otherwise", () => {
    const stall_diagnostics = {
      repair_aware: true,
      fold: "same_turn",
      fold_verdicts: true,
      environment_failure_after: 3,
    } as const
    const detector = createDetector({ stall_diagnostics, tools: TOOLS })
    const lacking: Verdict = { status: "fail", evidence: "sh: 1: vitest: not found" }
    const warned = (...verdicts: readonly Verdict[]) => {
      let state = detector.initial_state
      return verdicts.flatMap((verdict) => {
        state = detector.observe(state, turnOf([["apply_fix", { ok: true, output: "edited" }]])).state
        const step = detector.verdict(state, verdict, { check_id: "unit" })
        state = step.state
        return step.warnings.map(({ pattern, count, check_id }) => `${pattern} ${count} ${check_id ?? ""}`)
      })
    }
    expect(warned(lacking, lacking, lacking)).toEqual(["environment_failure 3 unit"])
    expect(warned(lacking, lacking, { status: "fail", evidence: "AssertionError: 3" })).toEqual([])
    expect(warned(lacking, lacking, { status: "pass" })).toEqual([])
  })

  it("counts a cause once a turn", () => {
    const twice = turnOf([
      ["shell", { ok: false, error: "sh: 1: mvn: not found", exit_code: 127 }],
      ["shell", { ok: false, error: "sh: 1: mvn: not found", exit_code: 127 }],
    ])
    expect(said(twice, twice, twice)).toBe("_ _ 3")
  })

  it("starts over for a check that ran after all, and for no other", () => {
    expect(said(missing(), missing(), turnOf([fails("boom")]), missing())).toBe("_ _ _ _")
    expect(said(missing(), missing(), turnOf([fails("boom", "lint")]), missing())).toBe("_ _ _ 3")
  })

  it("takes a folder that a look around may not open for nothing", () => {
    const closed = lacks("ls: cannot open directory '/root': Permission denied")
    const denied = lacks("sh: 1: ./run: Permission denied")
    expect(said(closed, denied, closed, denied, closed, denied)).toBe("_ _ _ _ _ _")
  })

  it("remembers the causes that were met last", () => {
    const others = Array.from({ length: 32 }, (_none, index) => without(`tool${index}`))
    expect(said(gradle, gradle, ...others, gradle).endsWith("_")).toBe(true)
    expect(said(gradle, gradle, ...others.slice(1), gradle).endsWith("3")).toBe(true)
  })
})

describe("delivered_fix_not_landing", () => {
  const said = (...answers: readonly Signals["remediation_delivered"][]) =>
    flat(
      play(
        "delivered_fix_not_landing",
        {},
        ...answers.map((remediation_delivered) => turnOf([fails("boom")], { remediation_delivered })),
      ).said,
    )

  it("counts each delivery that the failure survived", () => {
    expect(said(true, true, false, true)).toBe("_ 2 _ 4")
    expect(said(null, undefined, true)).toBe("_ _ 3")
  })

  it("takes a number for a running total", () => {
    expect(said(1, 1, 1, 2, 0, 2, 3)).toBe("_ 2 _ 4 _ _ 7")
  })

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY])("takes %s for no answer", (answer) => {
    expect(said(answer, answer, answer)).toBe("_ _ _")
  })

  it("says nothing while nothing fails", () => {
    const delivered = { remediation_delivered: true }
    const turns = [turnOf([passes()], delivered), turnOf([], delivered)]
    expect(play("delivered_fix_not_landing", {}, ...turns).said).toEqual(["", ""])
  })
})

describe("the floors", () => {
  it("turns_since_clean_verify_floor stops once, when it is crossed, with the failure if there is one", () => {
    const quiet = Array.from({ length: 4 }, () => turnOf([]))
    expect(flat(play("turns_since_clean_verify_floor", { turns_since_clean_verify: 3 }, ...quiet).said)).toBe(
      "_ _ 3! _",
    )
    expect(flat(play("turns_since_clean_verify_floor", {}, ...quiet).said)).toBe("_ _ _ _")
    const failing = play("turns_since_clean_verify_floor", { turns_since_clean_verify: 2 }, ...runs("ab"))
    expect(failing.state.warnings.at(-1)).toMatchObject({ diagnostic_snippet: "failure b", check_id: "unit" })
    const silent = play(
      "turns_since_clean_verify_floor",
      { turns_since_clean_verify: 2 },
      turnOf([]),
      turnOf([]),
    )
    expect(silent.state.warnings.at(-1)).not.toHaveProperty("check_id")
  })

  it("no_net_progress_hard_cap stops once, only with its guard, only while something fails", () => {
    const knobs = { no_net_progress_extend_guard: true, no_net_progress_hard_cap_after: 2 }
    expect(flat(play("no_net_progress_hard_cap", knobs, ...runs("abc")).said)).toBe("_ 2! _")
    expect(
      flat(
        play("no_net_progress_hard_cap", { ...knobs, no_net_progress_extend_guard: false }, ...runs("abc"))
          .said,
      ),
    ).toBe("_ _ _")
    expect(flat(play("no_net_progress_hard_cap", knobs, ...runs("a.b")).said)).toBe("_ _ _")
  })
})

describe("stuck_same_diagnostic", () => {
  const said = (letters: string, knobs: StallOptions) =>
    flat(play("stuck_same_diagnostic", { stuck_same_diagnostic_after: 2, ...knobs }, ...runs(letters)).said)

  it.each<readonly [string, StallOptions, string]>([
    ["at the threshold, once", {}, "_ 2 _ _ _ _ _"],
    ["and every few failures", { stuck_retrip_every: 3 }, "_ 2 _ _ 5 _ _"],
    [
      "and every few failures from where it tripped",
      { stuck_retrip_every: 3, stuck_trip_when: "reached" },
      "_ 2 _ _ 5 _ _",
    ],
    ["once, when reached", { stuck_trip_when: "reached" }, "_ 2 _ _ _ _ _"],
    ["until it ends the run", { stuck_retrip_every: 2, stuck_hard_stop_after: 2 }, "_ 2 _ 4! _ 6! _"],
  ])("%s", (_what, knobs, expected) => {
    expect(said("aaaaaaa", knobs)).toBe(expected)
  })

  it("keeps the trips of each check", () => {
    const both = turnOf([fails("a"), fails("x", "lint")])
    const { said: both_said, state } = play(
      "stuck_same_diagnostic",
      { stuck_same_diagnostic_after: 2 },
      both,
      both,
    )
    expect(both_said).toEqual(["", "2,2"])
    expect(state.slots.map(({ check_id, snippet, trips }) => [check_id, snippet, trips])).toEqual([
      ["unit", "a", 1],
      ["lint", "x", 1],
    ])
  })
})

describe("token_runaway", () => {
  const knobs = { token_runaway_after: 100 }
  const spend = (tokens: unknown, ...results: Results) => turnOf(results, {}, tokens as number)
  const spent = (...turns: readonly Turn[]) =>
    play("token_runaway", knobs, ...turns).state.memory["output_tokens"]

  it("stops when the tokens since the last progress cross the cap, once", () => {
    const turns = [spend(60), spend(40), spend(40)]
    expect(flat(play("token_runaway", knobs, ...turns).said)).toBe("_ 100! _")
    const off = play("token_runaway", {}, ...turns)
    expect(flat(off.said)).toBe("_ _ _")
    expect(off.state.memory).toEqual({})
  })

  it.each<readonly [unknown, number]>([
    [5, 5],
    [0, 0],
    [-5, 0],
    ["5", 0],
    [undefined, 0],
    [1e15, 1e12],
  ])("counts %j as %d", (tokens, count) => {
    expect(spent(spend(tokens))).toBe(count)
  })

  const read: readonly [string, ToolResult] = [
    "read",
    { ok: true, output: "same", annotations: { evidence_role: "observation" } },
  ]

  it.each<readonly [string, number, readonly [string, ToolResult]]>([
    ["a result seen before", 15, read],
    ["a result not seen before", 0, ["read", { ...read[1], output: "new" }]],
    ["an edit", 0, ["read", { ...read[1], mutation_status: "applied" }]],
    ["a pass that is seen again", 0, passes()],
  ])("after %s, %d are left", (_what, left, last) => {
    const before = last[0] === "unit" ? passes() : read
    const first = spend(0, before)
    expect(spent(first, spend(10, ...(last[0] === "unit" ? [] : [before])), spend(5, last))).toBe(left)
  })

  it("is not forgiven for a failure seen before, nor for a pass of nothing that verifies", () => {
    expect(spent(spend(0, fails("a")), spend(10, fails("a")))).toBe(10)
    const undeclared: readonly [string, ToolResult] = ["other", { ok: true, output: "done" }]
    expect(spent(spend(0, undeclared), spend(10, undeclared))).toBe(10)
  })

  it("is not forgiven for a check that still runs", () => {
    const running: readonly [string, ToolResult] = ["unit", { status: "running" }]
    expect(spent(spend(0, running), spend(10, running))).toBe(10)
  })

  it("is forgiven for one new result among old ones", () => {
    expect(spent(spend(0, read), spend(10, read, ["read", { ...read[1], output: "new" }]))).toBe(0)
  })
})
