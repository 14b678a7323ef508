import { emitSafely } from "../gate/failure_event.ts"
import type { Gate } from "../gate/gate.ts"
import type { FailedChange, GateOutcome } from "../gate/outcome.ts"
import type { GateSubtask } from "../gate/subtask.ts"
import { type FailureLabel, failureLabels } from "./failure_labels.ts"
import { confidenceOf, type Observation, type Outcome } from "./observation.ts"

export interface ObservedGateOptions {
  /** Keeps observations: `append` of a ledger, `report` of a client. Its errors are ignored; the run goes on. */
  readonly record: (observation: Observation) => unknown
  readonly run_id: string
  /** null: not known. Planning that names its repository skips such entries. */
  readonly repository: string | null
  /** Default: the run's id. */
  readonly branch?: string | undefined
  /** Default "proofloop". */
  readonly agent?: string | undefined
  /** The name of the model that works. Default: not told. */
  readonly model?: string | undefined
}

const MAX_NAME = 500
const MAX_PATH = 1000
const MAX_PATHS = 200

/** The same gate; records worker subtasks before `submit` resolves, unless aborted. @requirement critics.observations */
export function observedGate(gate: Gate, options: ObservedGateOptions): Gate {
  return {
    ...gate,
    async submit(subtask, propose, how) {
      const proposed = new Set<string>()
      let was_asked = false
      const outcome = await gate.submit(
        subtask,
        async (context) => {
          was_asked = true
          const proposal = await propose(context)
          for (const path of proposal.patches.flatMap(pathOf)) proposed.add(path)
          return proposal
        },
        how,
      )
      // A locked gate, or a repository in the middle of a merge, says nothing about the hinted files.
      const is_own = was_asked && (how?.phase ?? "worker") === "worker"
      const observation = is_own ? observationOf(outcome, subtask, proposed, options) : null
      if (observation !== null) {
        await emitSafely(options.record, observation)
      }
      return outcome
    },
  }
}

function observationOf(
  outcome: GateOutcome,
  subtask: GateSubtask,
  proposed: ReadonlySet<string>,
  { run_id, repository, branch = run_id, agent = "proofloop", model = "" }: ObservedGateOptions,
): Observation | null {
  if (outcome.status === "aborted") return null
  const result = resultOf(outcome)
  const hints = subtask.file_hints ?? []
  const failed_paths = proposed.size > 0 ? [...proposed] : hints
  const touched = outcome.status === "accepted" ? outcome.change.files.map(({ path }) => path) : failed_paths
  return {
    run_id: run_id.slice(0, MAX_NAME),
    agent: agent.slice(0, MAX_NAME),
    subtask_id: subtask.id.slice(0, MAX_NAME),
    model: model.slice(0, MAX_NAME),
    branch: branch.slice(0, MAX_NAME),
    commit_sha: outcome.status === "accepted" ? outcome.commit : null,
    outcome: result,
    touched_files: touched.filter((path) => path.length <= MAX_PATH).slice(0, MAX_PATHS),
    failure_modes: outcome.status === "failed" ? [...labelsOf(outcome)] : [],
    confidence: confidenceOf(result),
    repository: repository?.slice(0, MAX_NAME) ?? null,
  }
}

/** skipped: the change left every file as it was. A gate without commits has successes without a commit. */
function resultOf(outcome: Exclude<GateOutcome, { status: "aborted" }>): Outcome {
  if (outcome.status === "failed") return "fail"
  const isChanged = ({ before, after }: (typeof outcome.change.files)[number]) =>
    before === null || after === null || Buffer.compare(before, after) !== 0
  return outcome.commit !== null || outcome.change.files.some(isChanged) ? "success" : "skipped"
}

/** Labels by the source of the rejection; for an unreadable reply, by the words of its error. */
function labelsOf({ rejection, error }: FailedChange): readonly FailureLabel[] {
  if (rejection === null) return failureLabels(error)
  const { source, event, message } = rejection
  if (source === "patcher" && typeof event["kind"] === "string") {
    return failureLabels({ patch_error: event["kind"] })
  }
  if (source !== "reply") return failureLabels({ critic: source })
  const labels = failureLabels(message)
  return labels.includes("unknown") ? failureLabels({ critic: source }) : labels
}

function pathOf(patch: unknown): readonly string[] {
  const path = typeof patch === "object" && patch !== null && "path" in patch ? patch.path : undefined
  return typeof path === "string" && path !== "" ? [path] : []
}
