import { dirname } from "node:path"
import { thrownMessage } from "@proofloop/foundation/errors"
import { unfinishedWork, isRepository } from "@proofloop/foundation/git"
import { createDeadline, type LockHolder } from "@proofloop/foundation/process"
import { cutCodePoints } from "@proofloop/foundation/text"
import { measureBaselines } from "../critics/measure_baselines.ts"
import type { SelectedCritic } from "../critics/select.ts"
import { recoverPatches } from "../workspace/patch/recover_patches.ts"
import { holdBaselines } from "./baselines.ts"
import { type GateListener, tellFailedSubtask } from "./event.ts"
import type { AcceptedChange, GateOutcome } from "./outcome.ts"
import { type GateOptions, type GateSettings, gateSettings } from "./settings.ts"
import type { Submission, SubmitOptions } from "./submission.ts"
import { failedChange, submitChange } from "./submit.ts"
import type { GateSubtask, Propose } from "./subtask.ts"
import { lockTree } from "./tree_lock.ts"

/** The ordered stack between what a model proposes and what is committed. */
export interface Gate {
  readonly root: string
  /** The critics in order: the same for the worker, the refiner and the Q&A phase. */
  readonly critics: readonly SelectedCritic[]
  /** Attempts that a subtask has, unless `submit` is told otherwise. */
  readonly attempts: number
  readonly emit: GateListener
  /** The environment that the gate reads, for phases that read more of it. */
  readonly env: Readonly<Record<string, string | undefined>>
  /**
   * Asks for a change, applies it, lets the critics judge it and commits the touched paths, or takes it back and asks again.
   * Never rejects. One submission at a time; the next one waits. While another gate is at work on the same tree it fails.
   */
  submit(subtask: GateSubtask, propose: Propose, options?: SubmitOptions): Promise<GateOutcome>
}

/** A gate over a work tree. Baselines are measured before the first change. Throws InvalidOptionError. @requirement critics.gate */
export function createGate(options: GateOptions): Gate {
  const settings = gateSettings(options)
  const baselines = holdBaselines((signal) => measureBaselines(settings, signal))
  let before: Promise<unknown> = Promise.resolve()
  return {
    root: settings.root,
    critics: settings.critics,
    attempts: settings.attempts,
    emit: settings.emit,
    env: settings.env,
    submit(subtask, propose, how = {}) {
      const outcome = before.then(async () => submitOne(settings, { baselines, subtask, propose, how }))
      before = outcome
      return outcome
    },
  }
}

async function submitOne(
  settings: GateSettings,
  { how, ...asked }: Pick<Submission, "baselines" | "subtask" | "propose"> & { readonly how: SubmitOptions },
): Promise<GateOutcome> {
  const { subtask } = asked
  const { phase = "worker", attempts = settings.attempts, hold = false } = how
  const wall_clock_ms = settings.budgets?.wall_clock_ms
  const budget = createDeadline({
    time_ms: wall_clock_ms,
    signals: [settings.signal, how.signal],
    sleep: (ms, signal) => settings.clock.sleep(ms, signal),
  })
  const allowed_manifests = how.allowed_manifests ?? (phase === "worker" ? (subtask.file_hints ?? []) : [])
  const given = { ...asked, settings, phase, attempts, hold, allowed_manifests }
  let outcome: GateOutcome
  try {
    outcome = await submitLocked({ ...given, signal: budget.signal })
  } catch (error) {
    outcome = budget.signal.aborted
      ? { status: "aborted", attempts: 0 }
      : failedChange(thrownMessage(error), 0)
  } finally {
    budget.release()
  }
  if (outcome.status === "aborted" && budget.isOver()) {
    outcome = failedChange(`The time of ${wall_clock_ms} ms was over`, outcome.attempts)
  }
  if (outcome.status === "failed" && phase === "worker")
    tellFailedSubtask(settings.emit, subtask, outcome.error)
  return outcome
}

/** Has the work tree for itself until the change is settled. */
async function submitLocked(submission: Submission): Promise<GateOutcome> {
  const { settings } = submission
  const lock = await lockTree(settings.root)
  if ("holder" in lock) return failedChange(whoHolds(lock.holder), 0)
  let outcome: GateOutcome | null = null
  try {
    const trouble = await prepareTree(settings)
    outcome = trouble === null ? await submitChange(submission) : failedChange(trouble, 0)
  } finally {
    const held = outcome?.status === "accepted" ? outcome.held : null
    if (held === null) await lock.release()
  }
  return outcome.status === "accepted" ? unlockWhenSettled(outcome, lock.release) : outcome
}

function whoHolds({ pid, host, claim, is_running }: LockHolder): string {
  if (!is_running)
    return `Another gate (process ${pid} on ${host}) is at work on this work tree; if not, delete ${dirname(claim)}`
  return pid === process.pid
    ? "Another gate of this process is at work on this work tree, or a held change in it is neither kept nor undone"
    : `Another gate (process ${pid}) is at work on this work tree`
}

/** The first of the two settles it and frees the tree. */
function unlockWhenSettled(outcome: AcceptedChange, release: () => Promise<void>): AcceptedChange {
  const { held } = outcome
  if (held === null) return outcome
  let settled: Promise<string | null> | null = null
  const settle = async (how: () => Promise<string | null>) => {
    try {
      return await how()
    } finally {
      await release()
    }
  }
  return {
    ...outcome,
    held: {
      keep: () => (settled ??= settle(() => held.keep())),
      async undo() {
        settled ??= settle(async () => {
          await held.undo()
          return null
        })
        await settled
      },
    },
  }
}

/** Undoes what a killed process left half-done, and returns why the gate cannot work; null: it can. */
async function prepareTree({ root, commit, emit }: GateSettings): Promise<string | null> {
  if (commit && !(await isRepository(root)))
    return `${root} is not a git repository, so nothing could be committed`
  const busy = commit ? await unfinishedWork(root) : null
  if (busy !== null) return `The repository is ${busy}, so nothing could be committed`
  try {
    const paths = await recoverPatches(root)
    if (paths.length > 0) emit({ type: "critic_gate.recovered", paths })
  } catch (error) {
    emit({ type: "critic_gate.recovery_conflict", error: cutCodePoints(thrownMessage(error), 300) })
  }
  return null
}
