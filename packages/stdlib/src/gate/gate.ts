import { measureBaselines } from "../critics/measure_baselines.ts"
import type { SelectedCritic } from "../critics/select.ts"
import { once } from "../repository/work_tree_facts.ts"
import { type BaselineHold, holdBaselines } from "./baselines.ts"
import { createBudget } from "./budget.ts"
import { type GateListener, tellFailedSubtask } from "./event.ts"
import type { GateOutcome } from "./outcome.ts"
import { prepareTree } from "./recover.ts"
import { type GateOptions, type GateSettings, gateSettings } from "./settings.ts"
import type { SubmitOptions } from "./submission.ts"
import { failedChange, submitChange } from "./submit.ts"
import type { GateSubtask, Propose } from "./subtask.ts"
import { thrownText } from "./thrown.ts"

/** The ordered stack between what a model proposes and what is committed. */
export interface Gate {
  readonly root: string
  /** Who judges, in order: the same for the worker, the refiner and the Q&A phase. */
  readonly critics: readonly SelectedCritic[]
  readonly attempts: number
  /** The gate's own listener, for phases that tell more. */
  readonly emit: GateListener
  /**
   * Asks for a change, applies it, lets the critics judge it and commits the touched paths, or takes it back and asks again.
   * Never rejects. One submission at a time; the next one waits.
   */
  submit(subtask: GateSubtask, propose: Propose, options?: SubmitOptions): Promise<GateOutcome>
}

/**
 * A gate over a work tree (critics facts 7.3). The baselines of the critics that compare are measured before the first
 * change is applied. Throws InvalidOptionError.
 */
export function createGate(options: GateOptions): Gate {
  const settings = gateSettings(options)
  const baselines = holdBaselines((signal) => measureBaselines(settings, signal))
  const prepare = once(() => prepareTree(settings))
  let before: Promise<unknown> = Promise.resolve()
  return {
    root: settings.root,
    critics: settings.critics,
    attempts: settings.attempts,
    emit: settings.emit,
    submit(subtask, propose, how = {}) {
      const outcome = before.then(async () => submitOne(settings, baselines, subtask, propose, how, prepare))
      before = outcome
      return outcome
    },
  }
}

async function submitOne(
  settings: GateSettings,
  baselines: BaselineHold,
  subtask: GateSubtask,
  propose: Propose,
  how: SubmitOptions,
  prepare: () => Promise<string | null>,
): Promise<GateOutcome> {
  const { phase = "worker", attempts = settings.attempts, hold = false } = how
  const wall_clock_ms = settings.budgets?.wall_clock_ms
  const budget = createBudget(settings.clock, wall_clock_ms, [settings.signal, how.signal])
  let outcome: GateOutcome
  try {
    const allowed_manifests = how.allowed_manifests ?? (phase === "worker" ? (subtask.file_hints ?? []) : [])
    const given = { settings, baselines, subtask, propose, phase, attempts, hold, allowed_manifests }
    const trouble = await prepare()
    outcome =
      trouble === null ? await submitChange({ ...given, signal: budget.signal }) : failedChange(trouble, 0)
  } catch (error) {
    outcome = failedChange(thrownText(error), 0)
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
