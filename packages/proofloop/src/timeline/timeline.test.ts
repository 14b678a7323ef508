import type { LoopEvent } from "@proofloop/runtime"
import type { EventBody } from "@proofloop/runtime/internal"
import { expect, test } from "vitest"
import type { Output } from "../console/io.ts"
import { createStyle } from "../terminal/style.ts"
import { createLiveView } from "./live_view.ts"
import { createTimeline } from "./timeline.ts"

const output: Output = {
  write: () => undefined,
  is_terminal: false,
  columns: undefined,
  isClosed: () => false,
}

function event(iteration: number, body: EventBody): LoopEvent {
  return { run_id: "r", seq: 1, at_ms: iteration * 1000, iteration, repair_mode: "no_evidence", ...body }
}

function show(...events: readonly LoopEvent[]): readonly string[] {
  const timeline = createTimeline(createStyle(output, {}))
  return events.flatMap((one) => timeline(one)).map((line) => line.replaceAll(/ +/g, " ").trim())
}

const DIGESTS = { output_length: 0, output_sha256: "" }

function called(name: string, given: object, end: object): readonly LoopEvent[] {
  const call = { call_id: "1", tool_name: name }
  return [
    event(1, { type: "tool_call_start", ...call, arguments_digest: "", arguments: given }),
    event(1, { type: "tool_call_end", ...call, ok: true, mutated: false, ...DIGESTS, ...end }),
  ]
}

const failed = event(1, {
  type: "evidence",
  source: "tool_result",
  check_id: "npm test",
  class: "fail",
  weak: false,
  signature: "err:0123456789",
  snippet: "",
  write_epoch: 0,
})

test("calls that nobody could read are told, and how to declare them", () => {
  const unjudged = { calls: 20, tools: ["ask_oracle"], commands: [] }
  expect(show(event(20, { type: "unjudged", unjudged })).join(" ")).toMatch(
    /unread No result of 20 calls judged the work\. .* ask_oracle\. .* tool_annotations: /,
  )
})

test("a call is told by what it is about, its outcome on the right", () => {
  expect(
    show(
      ...called("read_file", { limit: 3, path: "a.js" }, {}),
      ...called("edit_file", { path: "a.js", old_text: "x", new_text: "y" }, { mutated: true }),
      ...called("mcp_tool", { zone: "eu", depth: 1 }, { ok: false, output: "\nno such zone\nmore" }),
      ...called("shell", { command: "sed -i s/a/b/ a.js" }, { ok: false, exit_code: 2, mutated: true }),
    ),
  ).toEqual([
    "1 1.0s · read_file a.js",
    "· edit_file a.js: x → y wrote",
    "✗ mcp_tool eu: no such zone failed",
    "· shell sed -i s/a/b/ a.js wrote, exit 2",
  ])
})

test("a check is told once, by what it said", () => {
  const checked = called(
    "shell",
    { command: "npm test" },
    { ok: false, evidence_role: "verification", check_id: "npm test" },
  )
  expect(show(...checked, failed)).toEqual(["1 1.0s ✗ check npm test FAIL 0123456"])
})

test("what fails is told in its own words, from the first time on", () => {
  const seen = { ...failed, snippet: "\n  adds: expected 3, got 4\nmore" } as LoopEvent
  const end = (iteration: number, same_diagnostic_streak: number): LoopEvent =>
    event(iteration, {
      type: "iteration_end",
      tool_count: 1,
      failure: {
        last_diagnostic_class: "fail",
        last_diagnostic_signature: "err:0123456789",
        write_epoch: 0,
        same_diagnostic_streak,
        edit_since_failure: false,
        reverify_owed: false,
      },
    })
  const verify = [
    event(2, { type: "verification_start", trigger: "natural" }),
    { ...seen, iteration: 2, source: "command" } as LoopEvent,
    event(2, { type: "verification_end", trigger: "natural", status: "fail", attempts: 1 }),
  ]
  expect(show(seen, end(1, 1), ...verify, end(2, 2))).toEqual([
    "1 1.0s ✗ check npm test: adds: expected 3, got 4 FAIL 0123456",
    "· failing 0123456 streak 1 adds: expected 3, got 4",
    "2 2.0s ✗ verify npm test: adds: expected 3, got 4 FAIL veto 1",
    "· failing 0123456 streak 2 adds: expected 3, got 4",
  ])
})

test("a check that said nothing is told as a call when its turn ends", () => {
  const checked = called(
    "shell",
    { command: "npm test" },
    { ok: false, status: "interrupted", evidence_role: "verification" },
  )
  const end = event(1, { type: "iteration_end", tool_count: 1 })
  expect(show(...checked, end)).toEqual(["1 1.0s ✗ shell npm test interrupted"])
})

test("the failure model is told when it has changed, and only then", () => {
  const after = (iteration: number, same_diagnostic_streak: number): LoopEvent =>
    event(iteration, {
      type: "iteration_end",
      tool_count: 1,
      failure: {
        last_diagnostic_class: "fail",
        last_diagnostic_signature: "err:0123456789",
        write_epoch: iteration,
        same_diagnostic_streak,
        edit_since_failure: false,
        reverify_owed: false,
      },
    })
  expect(show(after(1, 1), after(2, 1), after(3, 2))).toEqual([
    "1 1.0s · failing 0123456 streak 1",
    "3 3.0s · failing 0123456 streak 2",
  ])
})

test.each([
  ["pass", "natural", "✓ verify npm test PASS 7 tests"],
  ["fail", "natural", "✗ verify npm test FAIL veto 2"],
  ["fail", "post_edit_reverify", "✗ re-check npm test FAIL veto 2"],
  ["unable", "sentinel", "! verify npm test could not decide"],
] as const)("a verification that ends %s because of %s", (status, trigger, line) => {
  const lines = show(
    event(1, { type: "verification_start", trigger }),
    { ...failed, source: "command", class: "pass", tests_run: 7 } as LoopEvent,
    event(1, { type: "verification_end", trigger, status, attempts: 2 }),
  )
  expect(lines).toEqual([`1 1.0s ${line}`])
})

test.each([
  [{}, "✓ verify npm test PASS"],
  [{ reused: true }, "✓ verify npm test: its pass on these very files stands PASS"],
] as const)("a verification without evidence of its own names its check: %j", (more, line) => {
  const trigger = "natural"
  const lines = show(
    event(1, { type: "verification_start", trigger }),
    event(1, {
      type: "judge_decision",
      judge: "verify_completion",
      source: "command",
      trigger,
      verdict: "accept",
      check_id: "npm test",
      ...more,
    }),
    event(1, { type: "verification_end", trigger, status: "pass", attempts: 0 }),
  )
  expect(lines).toEqual([`1 1.0s ${line}`])
})

test("a status that is its own reason is said once", () => {
  const end = { type: "run_end", verified: false, error_code: "transient" } as const
  const told = event(1, { ...end, status: "provider_error", stop_reason: "provider_error" })
  expect(show(told)).toEqual(["1 1.0s ✗ end provider_error (transient) not verified"])
})

test("a failed call names its file once", () => {
  const call = { path: "sum.mjs", old_text: "a", new_text: "b" }
  const lines = show(
    ...called("edit_file", call, { ok: false, output: "sum.mjs: old_text is not in the file" }),
  )
  expect(lines).toEqual(["1 1.0s ✗ edit_file sum.mjs: old_text is not in the file failed"])
})

test("a verification before giving up is told in words", () => {
  const told = (["verify_failed", "grant"] as const).map((phase) =>
    event(1, { type: "reserved_terminal_verify", kind: "reserved_terminal_verify", phase }),
  )
  expect(show(...told)).toEqual([
    "1 1.0s · reserve the verification before giving up did not pass",
    "· reserve one more turn to repair what failed",
  ])
})

test("a pass that proves too little is told with the reason, by the model's check and by the loop's own", () => {
  const weakness = "1 of the tests that had failed did not run"
  const weak = {
    ...failed,
    source: "command",
    class: "pass",
    weak: true,
    weakness,
    tests_run: 1,
  } as LoopEvent
  const rest = "failed did not run"
  const text = `npm test: ${weakness.replace(` ${rest}`, "")} weak pass 1 test`
  expect(show({ ...weak, source: "tool_result" } as LoopEvent)).toEqual([`1 1.0s ! check ${text}`, rest])
  const trigger = "natural"
  const verified = [
    event(1, { type: "verification_start", trigger }),
    weak,
    event(1, { type: "verification_end", trigger, status: "pass", attempts: 0 }),
  ]
  expect(show(...verified)).toEqual([`1 1.0s ! verify ${text}`, rest])
})

test("a nudge is told in full, with the failure it quotes", () => {
  const text = `The same failure has persisted across 3 turns; these edits did not change it: src/order.js.
The failing evidence is unchanged:
> expected 3, got 4
Do something else.`
  const nudge = event(1, {
    type: "feedback_injected",
    kind: "stall_diagnostics",
    text_length: 9,
    text_sha256: "",
    text,
  })
  expect(show(nudge)).toEqual([
    "1 1.0s ! nudge The same failure has persisted across 3 turns; these",
    "edits did not change it: src/order.js.",
    "> expected 3, got 4",
  ])
})

test("without content, as in a trace, what happened is still told", () => {
  const said = {
    type: "model_call_end",
    purpose: "turn",
    ok: true,
    tool_count: 0,
    text_length: 12,
    text_sha256: "",
  } as const
  const nudge = {
    type: "feedback_injected",
    kind: "stall_diagnostics",
    text_length: 9,
    text_sha256: "",
  } as const
  expect(show(event(1, said), event(1, nudge))).toEqual([
    "1 1.0s · says 12 characters",
    "! nudge stall_diagnostics",
  ])
})

test("text of a model cannot steer the terminal", () => {
  const text = "\u001b[2J\u001b]0;title\u0007fine\r\n\u202eelif"
  const said = {
    type: "model_call_end",
    purpose: "turn",
    ok: true,
    tool_count: 0,
    text_length: 9,
    text_sha256: "",
    text,
  } as const
  expect(show(event(1, said))).toEqual(["1 1.0s · says fine elif"])
})

test("a terminal sees what is being waited for, and it is taken back", () => {
  let written = ""
  const terminal: Output = { ...output, is_terminal: true, columns: 100, write: (text) => (written += text) }
  const view = createLiveView(terminal, createStyle(terminal, { NO_COLOR: "1" }), {})
  for (const one of called("shell", { command: "make" }, {})) view(one)
  const [waiting = "", line = ""] = written.split("\r\u001b[K")
  expect([waiting.trim(), line.replaceAll(/ +/g, " ").trim()]).toEqual([
    "… shell make",
    "1 1.0s · shell make",
  ])
})

test("what is no terminal sees only lines", () => {
  let written = ""
  const view = createLiveView({ ...output, write: (text) => (written += text) }, createStyle(output, {}), {})
  for (const one of called("shell", { command: "make" }, {})) view(one)
  expect(written).not.toMatch(/[\r\u001b…]/)
})
