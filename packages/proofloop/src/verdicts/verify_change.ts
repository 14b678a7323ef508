import { oneLine } from "@proofloop/foundation/text"
import {
  type VerifierDecision,
  isLedgerError,
  decideOnVerdicts,
  type VerifierDecisionOptions,
  type ConsensusOutcome,
} from "@proofloop/jobs/internal/verifier"
import { runVerifiers, type Consensus } from "@proofloop/jobs/verifier"
import { verifyByCommand } from "@proofloop/runtime/internal"
import { givenFolder } from "../arguments/folders.ts"
import type { Input } from "../arguments/verb.ts"
import { pluginParsers } from "../config/config_preset.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { wrapText } from "../console/wrap.ts"
import { untilStopped } from "../replay/until_stopped.ts"
import { createStyle } from "../terminal/style.ts"
import { plainLines } from "../terminal/text.ts"
import { consensusText } from "./consensus_text.ts"
import { inFlags, VERDICT_FLAGS } from "./flag_names.ts"
import { type JudgedChange, readDecision, readJudgedChange } from "./judged_change.ts"
import { type AskedVerifiers, readVerifiers, tellTrouble } from "./models.ts"
import { OUTCOME_CODES, paintOutcome } from "./outcome.ts"

/** Decides whether a change may be called done. Resolves to the outcome's exit code; throws Misuse. */
export async function verifyChange(input: Input, io: Io): Promise<number> {
  const place = readJudgedChange(input, io)
  const command = readCommand(input)
  givenFolder(input, "prompt-dir", io)
  const verifiers = input.flag("run-verifiers") ? readVerifiers(input, io) : null
  const options = gateOptions(place, input)
  let code: number = EXIT_CODES.aborted
  await untilStopped(io, (signal) =>
    inFlags(VERDICT_FLAGS, async () => {
      const decision = await decideOn(options, { place, verifiers, input, io, signal })
      const tests = command === null ? null : await runTests({ command, input }, place.brief.root, io, signal)
      if (signal.aborted) return
      const decided = tests === null ? asDecided(decision) : stricter(asDecided(decision), tests)
      io.stdout.write(input.json ? jsonText(place, decision, decided, tests) : text(decision, decided, io))
      code = OUTCOME_CODES[decided.outcome]
    }),
  )
  if (code === EXIT_CODES.aborted) io.stderr.write("Stopped: nothing was decided.\n")
  return code
}

function gateOptions(place: JudgedChange, input: Input): VerifierDecisionOptions {
  const { builder_id, ...decision } = readDecision(input)
  const model_name = input.text("builder-model")
  return {
    ...place.brief,
    ledger: place.ledger,
    lenses: place.own_lenses,
    ...decision,
    builder: { id: builder_id, model_name: model_name ?? null },
  }
}

/** The gate's decision; lenses that have not judged exactly this change are asked first. */
async function decideOn(
  options: VerifierDecisionOptions,
  {
    place,
    verifiers,
    input,
    io,
    signal,
  }: {
    readonly place: JudgedChange
    readonly verifiers: AskedVerifiers | null
    readonly input: Input
    readonly io: Io
    readonly signal: AbortSignal
  },
): Promise<VerifierDecision> {
  const decision = await decideOnVerdicts(options)
  const { consensus } = decision
  // Asks no model when the ledger cannot be read, or there is no contract or test that a change could break.
  if (verifiers === null || consensus === null || isUnpromised(consensus)) return decision
  const only = place.lenses.filter((lens) => !consensus.lenses.includes(lens))
  if (only.length === 0) return decision
  await input.ready()
  await place.makeFolder()
  try {
    await runVerifiers({ ...options, ...verifiers, only, on_event: tellTrouble(io) }, signal)
  } catch (error) {
    if (!isLedgerError(error)) throw error
    io.stderr.write(`proofloop: no verdict could be recorded: ${oneLine(error.message)}\n`)
  }
  signal.throwIfAborted()
  return decideOnVerdicts(options)
}

function isUnpromised({ caveats }: Consensus): boolean {
  return caveats.some(({ kind }) => kind === "nothing_promised")
}

/** A ledger that is in use must not stop a change for good. */
function asDecided({ outcome, reason, code }: VerifierDecision): Decided {
  return { outcome: code === "ledger_busy" ? "ESCALATE" : outcome, reason }
}

function jsonText(
  { task }: JudgedChange,
  { code, consensus, hints, manifest, changed_contract }: VerifierDecision,
  { outcome, reason }: Decided,
  tests: Decided | null,
): string {
  return `${JSON.stringify({ task, outcome, reason, code, consensus, hints, tests, changed_contract, manifest })}\n`
}

function text({ consensus, hints }: VerifierDecision, decided: Decided, io: Io): string {
  const style = createStyle(io.stdout, io.env)
  if (consensus !== null)
    return wrapText(consensusText({ ...consensus, ...decided }, { hints }, style), style.width)
  return `${paintOutcome(decided.outcome, style)}  ${oneLine(decided.reason)}\n`
}

interface Decided {
  readonly outcome: ConsensusOutcome
  readonly reason: string
}

/** The command of --verify; null without one. Throws Misuse. */
function readCommand(input: Input): string | null {
  const command = input.text("verify")?.trim()
  if (command === undefined) return null
  if (command === "") throw new Misuse("--verify needs a command")
  if (input.text("head") !== undefined) {
    throw new Misuse("--verify runs in the work tree, and --head judges a commit: leave one of them out")
  }
  return command
}

/** Runs the tests of a change. A failure stops it and is shown on stderr; a command that proves nothing escalates. */
async function runTests(
  { command, input }: { readonly command: string; readonly input: Input },
  root: string,
  io: Io,
  signal: AbortSignal,
): Promise<Decided> {
  const parsers = pluginParsers(input.config)
  const verdict = await verifyByCommand({ command, cwd: root }, root, signal, { parsers })
  if (verdict.status === "pass") return { outcome: "PASS", reason: `${command} passes` }
  if (verdict.status === "unable") {
    return { outcome: "ESCALATE", reason: `${command} proves nothing: ${oneLine(verdict.reason)}` }
  }
  if (!signal.aborted) io.stderr.write(`${plainLines(verdict.evidence).trimEnd()}\n`)
  return { outcome: "HARD-STOP", reason: `${command} fails` }
}

const ORDER = ["PASS", "ESCALATE", "HARD-STOP"] as const

/** The stricter of the two; the first of two equal ones. */
function stricter(one: Decided, other: Decided): Decided {
  return ORDER.indexOf(other.outcome) > ORDER.indexOf(one.outcome) ? other : one
}
