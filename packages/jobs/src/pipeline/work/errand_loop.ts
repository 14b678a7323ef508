import { openTreePatches } from "@proofloop/foundation/git"
import { isRecord } from "@proofloop/foundation/text"
import { resolvePreset } from "@proofloop/presets"
import { createAgentLoop, type Model, type RunResult, type VerifyFunction } from "@proofloop/runtime"
import { workspaceTools } from "@proofloop/stdlib"
import { createLoopGate } from "@proofloop/stdlib/gate"
import { readDeclaredDependencies } from "@proofloop/stdlib/internal"
import { modelOf, type RunContext } from "../context/context.ts"
import type { PipelineRun, SubtaskOutcome } from "../run.ts"
import type { Place } from "../tree/place.ts"
import type { Errand } from "./errand.ts"
import type { Checked, ErrandCheck } from "./errand_check.ts"
import { errandJournal } from "./errand_journal.ts"
import { type Carried, keptEffects, type LastFault, lastFault } from "./kept_effects.ts"

export interface LoopedErrand {
  readonly errand: Errand
  readonly check: ErrandCheck
  /** Feedback of critics and of the check is added. */
  readonly rejections: SubtaskOutcome["rejections"][number][]
}

/** Runs the loop behind the gate. Rejects with the error of a model that cannot be asked, and with the signal's reason. */
export async function errandLoop(
  { errand, check, rejections }: LoopedErrand,
  place: Place,
  row: PipelineRun,
  context: RunContext,
): Promise<RunResult> {
  const { settings, signal } = context
  const gate = await createLoopGate({
    root: place.root,
    verify_completion: tellingRejections(check.verify, () => rejections.push({ by: "check", path: "" })),
    allowed_manifests: errand.manifests,
    runner: place.runner,
    on_rejected: (rejection) => void rejections.push(rejection),
    signal,
  })
  const checks = check.command === null ? [] : [check.command]
  const fault = lastFault()
  const carried = stateOf({ check, rejections, fault })
  const patches = context.keeps_parts ? await openTreePatches(place.root, "HEAD") : null
  const loop = createAgentLoop({
    ...resolvePreset("evidence", { max_iterations: settings.limits.max_turns }),
    model: rememberingFault(modelOf(context, row, "worker"), fault),
    tools: gate.tools(workspaceTools({ root: place.root, checks, runner: place.runner })),
    workspace_root: place.root,
    checks,
    declared_dependencies: [...(await readDeclaredDependencies(place.root))],
    verify_completion: async (payload, asked) => {
      const answer = await gate.verify_completion(payload, asked)
      rejections.push(...objectionsOf(answer))
      return answer
    },
    verify_timeout_ms: null,
    transport_retry: { max_attempts: 1 },
    ...(patches === null ? {} : { step: keptEffects(context, patches, carried) }),
  })
  try {
    // An engine that keeps parts keeps what a journal would.
    const journal = patches === null ? { file: await errandJournal(settings, row.id, errand.id) } : undefined
    const result = await loop.run(errand.prompt, { signal, journal }).result
    signal.throwIfAborted()
    if (result.status === "provider_error" && fault.thrown() !== null) throw fault.thrown()
    return result
  } finally {
    await patches?.close()
  }
}

interface ErrandState {
  readonly checked: Checked
  readonly rejections: LoopedErrand["rejections"]
  readonly fault: ReturnType<LastFault["carried"]["read"]>
}

function stateOf({
  check,
  rejections,
  fault,
}: Pick<LoopedErrand, "check" | "rejections"> & { readonly fault: LastFault }): Carried<ErrandState> {
  return {
    read: () => ({ checked: check.last(), rejections: [...rejections], fault: fault.carried.read() }),
    write(state) {
      check.resume(state.checked)
      rejections.splice(0, rejections.length, ...state.rejections)
      fault.carried.write(state.fault)
    },
  }
}

function tellingRejections(verify: VerifyFunction, tell: () => void): VerifyFunction {
  return async (payload, asked) => {
    const answer = await verify(payload, asked)
    if (isFailure(answer)) tell()
    return answer
  }
}

/** The loop reports a model's error in words; here the error itself is remembered. */
function rememberingFault(model: Model, fault: LastFault): Model {
  const remembering: Model = async (...asked) => {
    try {
      return await model(...asked)
    } catch (error) {
      fault.keep(error)
      throw error
    }
  }
  const { model_name, provider, timeout_ms } = model
  return Object.assign(remembering, { model_name, provider, timeout_ms })
}

type Answer = Awaited<ReturnType<VerifyFunction>>

function isFailure(answer: Answer): answer is Extract<Answer, { readonly status: "fail" }> {
  return typeof answer === "object" && answer?.status === "fail"
}

/** Critics that object to the whole; the repository's check reports separately. */
function objectionsOf(answer: Answer): SubtaskOutcome["rejections"] {
  if (!isFailure(answer)) return []
  const { check_id = "", diagnostics = [] } = answer
  if (!check_id.startsWith(CRITIC)) return []
  const where = diagnostics[0]?.location
  const path = isRecord(where) ? where["path"] : undefined
  return [{ by: check_id.slice(CRITIC.length), path: typeof path === "string" ? path : "" }]
}

const CRITIC = "critic:"
