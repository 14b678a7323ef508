import { verifyByCommand } from "@proofloop/runtime"
import {
  type GateDecision,
  independentVerifiers,
  verifierGate,
  type VerifierGateOptions,
} from "@proofloop/stdlib/verifier"
import type { Input } from "../arguments/verb.ts"
import { exitCodes } from "../exit_code.ts"
import type { Io } from "../io.ts"
import { Misuse } from "../misuse.ts"
import { untilStopped } from "../replay/until_stopped.ts"
import { createStyle } from "../terminal/style.ts"
import { oneLine } from "../terminal/text.ts"
import { consensusText } from "./consensus_text.ts"
import { readModel } from "./models.ts"
import { outcome_codes, paintOutcome } from "./outcome.ts"
import { type Place, readDecision, readPlace } from "./place.ts"

type Decided = Pick<GateDecision, "outcome" | "reason">

/** Decides whether a change may be called done. Resolves to the outcome's exit code; throws Misuse. */
export async function passGate(input: Input, io: Io): Promise<number> {
  const place = await readPlace(input, io)
  const command = readCommand(input)
  let code: number = exitCodes.aborted
  await untilStopped(io, async (signal) => {
    const options = gateOptions(place, input)
    if (input.flag("run-verifiers")) await runVerifiers(options, input, io, signal)
    if (signal.aborted) return
    const decision = await verifierGate(options)
    const tests = command === null ? null : await runTests(command, place, signal)
    if (signal.aborted) return
    const decided = tests === null ? decision : stricter(decision, tests)
    io.stdout.write(input.json ? jsonText(place, decision, decided, tests) : text(decision, decided, io))
    code = outcome_codes[decided.outcome]
  })
  if (code === exitCodes.aborted) io.stderr.write("Stopped: nothing was decided.\n")
  return code
}

function readCommand(input: Input): string | null {
  const command = input.text("verify")?.trim()
  if (command === undefined) return null
  if (command === "") throw new Misuse("--verify needs a command")
  if (input.text("head") !== undefined) {
    throw new Misuse("--verify runs in the work tree, and --head judges a commit: leave one of them out")
  }
  return command
}

function gateOptions(place: Place, input: Input): VerifierGateOptions {
  const { min_lenses, builder_id } = readDecision(input)
  const model_name = input.text("builder-model")
  return {
    ...place.brief,
    ledger: place.ledger,
    lenses: place.own_lenses,
    ...(min_lenses === undefined ? {} : { min_lenses }),
    builder: { id: builder_id, model_name: model_name ?? null },
  }
}

/** Only lenses that have not judged this very change are asked. */
async function runVerifiers(options: VerifierGateOptions, input: Input, io: Io, signal: AbortSignal) {
  const judge = independentVerifiers({
    ...options,
    model: readModel(input, io),
    on_event({ type, lens, ...fields }) {
      if (type !== "verifier.failed") return
      const { reason } = fields
      io.stderr.write(`proofloop: no verdict through ${oneLine(String(lens))}: ${oneLine(String(reason))}\n`)
    },
  })
  // It is given nothing of a run: there is none.
  await judge(nothing, { signal })
}

const nothing = {
  run_id: "",
  task: "",
  stop_reason: "natural",
  iteration: 0,
  text: "",
  transcript: [],
  all_tools_used: [],
  successful_tools_used: [],
} as const

async function runTests(command: string, { brief: { root } }: Place, signal: AbortSignal): Promise<Decided> {
  const verdict = await verifyByCommand({ command, cwd: root }, root, signal)
  if (verdict.status === "pass") return { outcome: "PASS", reason: `${command} passes` }
  return verdict.status === "fail"
    ? { outcome: "HARD-STOP", reason: `${command} fails` }
    : { outcome: "ESCALATE", reason: `${command} proves nothing: ${oneLine(verdict.reason)}` }
}

const order = ["PASS", "ESCALATE", "HARD-STOP"] as const

function stricter(one: Decided, other: Decided): Decided {
  return order.indexOf(other.outcome) > order.indexOf(one.outcome) ? other : one
}

function jsonText(
  { task }: Place,
  { code, consensus, manifest, changed_contract }: GateDecision,
  { outcome, reason }: Decided,
  tests: Decided | null,
): string {
  return `${JSON.stringify({ task, outcome, reason, code, consensus, tests, changed_contract, manifest })}\n`
}

function text({ consensus }: GateDecision, decided: Decided, io: Io): string {
  const style = createStyle(io.stdout, io.env)
  const line = `${paintOutcome(decided.outcome, style)}  ${oneLine(decided.reason)}\n`
  if (consensus === null) return line
  const { outcome, reason } = decided
  return consensusText({ ...consensus, outcome, reason: oneLine(reason) }, style)
}
