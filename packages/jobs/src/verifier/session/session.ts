import { randomUUID } from "node:crypto"
import { sha256 } from "@proofloop/foundation/files"
import { redactSecrets, cutCodePoints } from "@proofloop/foundation/text"
import { createAgentLoop, type Model, type RunResult } from "@proofloop/runtime"
import type { Brief } from "../brief/brief.ts"
import { sameIdentity, UNNAMED_MODEL } from "../consensus/options.ts"
import type { LensVerdict } from "../verdict/lens_verdict.ts"
import { whyUngrounded } from "./grounding.ts"
import { lensIds } from "./lenses.ts"
import type { CheckedVerifierOptions } from "./options.ts"
import type { VerifierPrompt } from "./prompt.ts"
import { type SubmittedVerdict, submitVerdictTool } from "./submit.ts"
import { verifierTools } from "./tools.ts"
import type { JudgedTree } from "./tree.ts"
import type { VerifierOptions, VerifierRead, VerifierSession } from "./verifiers.ts"

export interface SessionContext {
  readonly brief: Brief
  readonly tree: JudgedTree
  readonly options: Pick<VerifierOptions, "lenses" | "builder">
  readonly settings: CheckedVerifierOptions
  readonly signal: AbortSignal | undefined
}

export interface PreparedVerifier {
  readonly lens: string
  readonly model: Model
  readonly prompt: VerifierPrompt
}

/** One verifier with fresh context, up to its verdict. Every ending of the model is an outcome, not a rejection. */
export async function runSession(
  { lens, model, prompt }: PreparedVerifier,
  { brief, tree, options, settings, signal }: SessionContext,
): Promise<{ readonly session: VerifierSession; readonly reads: readonly VerifierRead[] }> {
  const model_name = modelName(model)
  const verifier = { id: `proofloop/${lens}`, session_id: randomUUID(), model_name }
  const { brief_sha256, subject } = brief.manifest
  const is_same = isSameModel(model_name, options.builder?.model_name)
  const complete = (submitted: SubmittedVerdict): LensVerdict => ({
    lens,
    ...submitted,
    verifier,
    subject,
    brief_sha256,
    ...(is_same ? { caveats: ["same_model" as const] } : {}),
  })
  const reads = new Map<string, VerifierRead>()
  let verdict: LensVerdict | null = null
  let refused: string | null = null
  const submit = submitVerdictTool({
    complete,
    lenses: lensIds(options.lenses),
    whyUngrounded: (evidence) => whyUngrounded(evidence, brief, tree),
    on_accepted: (accepted) => (verdict = accepted),
    on_refused: (problem) => (refused = problem),
  })
  settings.tell({ type: "verifier.started", lens, ...verifier, brief_sha256 })
  const loop = createAgentLoop({
    model,
    system_prompt: prompt.system,
    tools: [
      ...verifierTools(tree, (path, hash) => reads.set(`${path}\0${hash}`, { lens, path, sha256: hash })),
      submit,
    ],
    workspace_root: tree.root,
    require_successful_tools: [submit.name],
    stop_after_successful_tools: [submit.name],
    done_sentinel: null,
    max_iterations: settings.max_iterations,
    wall_clock_ms: settings.timeout_ms,
    final_wrapup: false,
  })
  const result = await loop.run(prompt.task, { signal }).result
  const reason = verdict === null ? whyNone(result, settings, refused) : null
  tellOutcome(settings, { lens, session_id: verifier.session_id, verdict, reason })
  const { iterations, input_tokens, output_tokens } = result.usage
  const prompt_sha256 = sha256(JSON.stringify([prompt.system, prompt.task]))
  const usage = { iterations, input_tokens, output_tokens }
  return { session: { lens, verifier, prompt_sha256, verdict, reason, ...usage }, reads: [...reads.values()] }
}

function tellOutcome(
  { tell }: CheckedVerifierOptions,
  {
    lens,
    session_id,
    verdict,
    reason,
  }: {
    readonly lens: string
    readonly session_id: string
    readonly verdict: LensVerdict | null
    readonly reason: string | null
  },
): void {
  if (verdict === null) {
    tell({ type: "verifier.failed", lens, session_id, reason: reason ?? "" })
    return
  }
  const { verdict: value, security = false, evidence } = verdict
  const shown = cutCodePoints(redactSecrets(evidence), 300)
  tell({ type: "verifier.submitted", lens, session_id, verdict: value, security, evidence: shown })
}

function whyNone(
  { status, stop_reason, error }: RunResult,
  { max_iterations, timeout_ms }: CheckedVerifierOptions,
  refused: string | null,
): string {
  const known: Readonly<Record<string, string>> = {
    aborted: "it was aborted",
    max_iterations: `it gave no verdict within ${max_iterations} turns`,
    missing_required_tools: "it ended without a verdict",
    wall_clock: `it gave no verdict within ${timeout_ms} ms`,
  }
  const why = known[stop_reason] ?? `it ended ${status}, ${stop_reason}`
  const more = [error?.message, refused === null ? undefined : `last refused: ${refused}`]
  const text = [why, ...more.filter((part) => part !== undefined)].join("; ")
  return cutCodePoints(redactSecrets(text), 300)
}

function modelName({ model_name }: Model): string {
  const name = model_name?.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, " ").trim() ?? ""
  return name === "" ? UNNAMED_MODEL : name.slice(0, 200)
}

/** Whether a verifier uses the builder's model: such a verdict shares the builder's blind spots. */
function isSameModel(verifier: string, builder: string | null | undefined): boolean {
  if (typeof builder !== "string" || verifier === UNNAMED_MODEL) return false
  return sameIdentity(verifier) === sameIdentity(builder)
}
