import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"

const numRuns = Number(process.env["PROOFLOOP_RUNS"] ?? 100)
let folder = ""

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop explain hostile-"))
})

afterAll(() => rm(folder, { recursive: true }))

const TYPES =
  "run_start run_end iteration_start iteration_end model_call_start model_call_end model_retry tool_call_start tool_call_end evidence agent_loop_stall_warning feedback_injected verification_start verification_end judge_decision loop_control_decision agent_loop_recovery_receipt budget_exhausted budget_circuit_breaker reserved_terminal_verify final_wrapup host_callback_error suspend_requested events_dropped run_resumed __proto__ toString".split(
    " ",
  )
const odd = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "constructor",
    "\u001b[2J\u001b]0;title\u0007",
    "a\nb\rc\u2028d",
    "x".repeat(5000),
    "",
  ),
  fc.constantFrom(1e308, -1, 0.5, null, true, [], {}),
  fc.jsonValue({ maxDepth: 2 }),
)
const NAMES =
  "status stop_reason verified error_code tools repair_aware limit tool_count skip_reason failure purpose ok text text_length usage attempt delay_ms error_kind call_id tool_name arguments evidence_role check_id mutated exit_code output source class weak signature snippet tests_run write_epoch warning kind trigger attempts judge verdict action old_limit new_limit reason phase callback message count tool_calls_skipped consecutive_count".split(
    " ",
  )
const event = fc
  .tuple(
    fc.record({
      type: fc.constantFrom(...TYPES),
      run_id: fc.oneof(fc.constantFrom("a", "b", "__proto__", "\u001b[31mred"), odd),
      iteration: fc.oneof(fc.nat(5), odd),
      at_ms: fc.oneof(fc.nat(5000), odd),
      seq: fc.oneof(fc.nat(9), odd),
    }),
    fc.dictionary(fc.constantFrom(...NAMES), odd, { maxKeys: 8 }),
  )
  .map(([base, fields]) => JSON.stringify({ ...fields, ...base }))
const line = fc.oneof(
  { weight: 6, arbitrary: event },
  { weight: 1, arbitrary: fc.json() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      "\u0000\ufffd",
      "{",
      "[".repeat(50_000),
      '{"type":"run_e',
      `"${"x".repeat(100_000)}"`,
    ),
  },
)
/** Nothing but colour: no cursor, no title, no other control character. */
const TAME = /^(?:[\t\n\u0020-\u007e\u00a0-\uffff]|\u001b\[\d*m)*$/

test(
  "any trace is explained line by line, or refused; no byte of it reaches the terminal as a command",
  { timeout: 60_000 + numRuns * 100 },
  async () => {
    const codes = new Set<number>()
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.boolean(), async (lines, json) => {
        await writeFile(join(folder, "trace.jsonl"), `${lines.join("\n")}\n`)
        const { code, stdout, stderr } = await call(["explain", "trace.jsonl", ...(json ? ["--json"] : [])], {
          cwd: folder,
        })
        codes.add(code)
        expect([0, 2]).toContain(code)
        expect(stdout).toMatch(TAME)
        expect(stderr).toMatch(TAME)
        expect(json && code === 0 ? JSON.parse(stdout) : {}).toBeTypeOf("object")
      }),
      { numRuns },
    )
    expect(codes).toContain(0)
  },
)
