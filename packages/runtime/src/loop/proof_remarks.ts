import { describeValue, thrownMessage } from "@proofloop/foundation/errors"
import type { Checkpoint } from "@proofloop/foundation/git"
import { createDeadline, raceAbort } from "@proofloop/foundation/process"
import { cutCodePoints, isRecord } from "@proofloop/foundation/text"
import type { Proof, ProofRemark } from "../protocol/verdict.ts"
import type { ReadLoopOptions } from "./options.ts"
import { checkedRoot } from "./run_files.ts"

/** The work tree when the run began, for the host's examiner; a text says why it is unknown. */
export type ExaminedStart = { readonly root: string; readonly checkpoint: Checkpoint } | string | null

/**
 * Keeps the state of the work tree when a run begins. A resumed run compares with `tree`, the commit it began at;
 * undefined where its journal does not say. null without an examiner. Never rejects.
 */
export async function openExamined(
  options: ReadLoopOptions,
  past: { readonly tree: string | undefined } | null,
): Promise<ExaminedStart> {
  const root = checkedRoot(options)
  if (options.examine_proof === undefined) return null
  if (root === undefined) return "no work tree is known: workspace_root is not set"
  if (past !== null && past.tree === undefined) return "it is not known how the files were when the run began"
  const { openCheckpoint } = await import("@proofloop/foundation/git")
  try {
    return { root, checkpoint: await openCheckpoint(root, past?.tree) }
  } catch (error) {
    return `the work tree cannot be compared: ${thrownMessage(error)}`
  }
}

interface Asked {
  readonly run_id: string
  readonly task: string
  readonly proof: Proof
  readonly signal: AbortSignal
  readonly redact: (text: string) => string
}

const MOST_REMARKS = 64
const LONGEST_TEXT = 500

/**
 * What the host's examiner says of the change behind a proof; undefined without one. A throw, a missed deadline or an
 * unreadable answer is `unable`. Never rejects.
 * @requirement proof.remarks
 */
export async function examineProof(
  options: ReadLoopOptions,
  start: ExaminedStart,
  { run_id, task, proof, signal, redact }: Asked,
): Promise<readonly ProofRemark[] | undefined> {
  const { examine_proof, callback_timeout_ms = 600_000 } = options
  if (examine_proof === undefined || start === null) return undefined
  if (typeof start === "string") return [unable(start)]
  let deadline: ReturnType<typeof createDeadline> | undefined
  try {
    const change = await raceAbort(() => start.checkpoint.change(), signal)
    const host = createDeadline({ time_ms: callback_timeout_ms ?? undefined, signals: [signal] })
    deadline = host
    const ask = () =>
      examine_proof({ run_id, task, root: start.root, change, proof }, { signal: host.signal })
    return readRemarks(await raceAbort(ask, host.signal), redact)
  } catch (error) {
    const is_late = deadline?.isOver() === true
    return [unable(is_late ? `no answer within ${callback_timeout_ms} ms` : redact(thrownMessage(error)))]
  } finally {
    deadline?.release()
  }
}

function unable(message: string): ProofRemark {
  return { status: "unable", source: "examine_proof", message: cutCodePoints(message, LONGEST_TEXT) }
}

function readRemarks(answer: unknown, redact: (text: string) => string): readonly ProofRemark[] {
  if (answer === null || answer === undefined) return []
  if (!Array.isArray(answer))
    return [unable(`it answered ${describeValue(answer)} instead of a list of remarks`)]
  const remarks = answer.map((remark) => readRemark(remark, redact))
  // Refusals come first, so the bound cuts only what is merely told.
  const refusing = remarks.filter(({ status }) => status === "refused")
  const kept = [...refusing, ...remarks.filter(({ status }) => status !== "refused")].slice(0, MOST_REMARKS)
  const more = remarks.length - kept.length
  return more === 0 ? kept : [...kept.slice(0, -1), unable(`${more + 1} more remarks are left out`)]
}

const STATUSES: readonly unknown[] = ["told", "refused", "unable"] satisfies readonly ProofRemark["status"][]

function readRemark(remark: unknown, redact: (text: string) => string): ProofRemark {
  if (!isRecord(remark) || !STATUSES.includes(remark.status) || typeof remark.message !== "string")
    return unable(`it remarked ${describeValue(remark)} instead of { status, source, message }`)
  const { source, message, path, line } = remark
  const text = (value: string) => redact(cutCodePoints(value, LONGEST_TEXT))
  return {
    status: remark.status as ProofRemark["status"],
    source: typeof source === "string" ? text(source) : "examine_proof",
    message: text(message),
    ...(typeof path === "string" ? { path: text(path) } : {}),
    ...(typeof line === "number" && Number.isSafeInteger(line) && line > 0 ? { line } : {}),
  }
}
