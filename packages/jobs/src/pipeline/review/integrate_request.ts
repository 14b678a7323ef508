import { deniedEntry, isBuildManifest } from "@proofloop/foundation/paths"
import { oneLine } from "@proofloop/foundation/text"
import { workOf } from "../../drive/step.ts"
import type { ReviewThread } from "../../forge/reviews.ts"
import type { CheckRun } from "../check/run_check.ts"
import type { RunContext } from "../context/context.ts"
import type { PipelineRun, ReviewRequest } from "../run.ts"
import { inPlace } from "../tree/place.ts"
import type { ErrandOutcome } from "../work/errand.ts"
import { runErrand } from "../work/run_errand.ts"
import { requestPrompt } from "./request_prompt.ts"

export interface Integrated {
  readonly commit: string | null
  readonly after: CheckRun | null
  /** Without a commit: why nothing changed, perhaps in a model's words. With one: what weakens its proof. */
  readonly why: string
}

/**
 * Fulfils one request at the head: a repair-aware loop behind the gate and the repository's check, and one commit in
 * the clone. Rejects as `runErrand` does.
 */
export async function integrateRequest(
  request: ReviewRequest,
  thread: ReviewThread | null,
  row: PipelineRun,
  context: RunContext,
): Promise<Integrated> {
  const { settings, signal } = context
  const { head } = workOf(row, "head")
  const denied = request.path === null ? null : deniedEntry(request.path)
  if (denied !== null) return nothing(notOurs(request.path ?? ""))
  const before = row.work.head_check ?? row.work.base_check ?? null
  const outcome = await inPlace(settings, { root: settings.root, commit: head, signal }, async (place) => {
    const { prompt_dir } = settings
    const prompt = await requestPrompt(request, { place, row, thread, before, prompt_dir })
    const { id, path } = request
    const title = `Address a review comment${path === null ? "" : ` on ${oneLine(path)}`}`
    const manifests = manifestsIn(request)
    return runErrand({ id, title, ref: "integrate", prompt, manifests, before }, place, row, context)
  })
  return integrated(outcome)
}

function integrated({ status, commit, error, after, proof, rejections }: ErrandOutcome): Integrated {
  if (commit !== null) return { commit, after, why: proof?.caveat ?? "" }
  const refused = rejections.find(({ path }) => path !== "" && deniedEntry(path) !== null)
  if (refused !== undefined) return nothing(notOurs(refused.path))
  const words = error ?? "it said nothing"
  return nothing(status === "skipped" ? words : `it was tried and given up: ${words}`)
}

function nothing(why: string): Integrated {
  return { commit: null, after: null, why }
}

function notOurs(path: string): string {
  return `${oneLine(path)} is not a run's to change (workflow files and secrets are a person's): a person has to`
}

/** Build manifests that an instructing person names; quoted text is somebody else's. */
function manifestsIn({ path, body }: ReviewRequest): readonly string[] {
  const own = body.split("\n").filter((line) => !line.startsWith(">"))
  const words = own.join("\n").match(/[\w@./-]{1,200}/g) ?? []
  const named = words.map((word) => word.replace(/\.$/, ""))
  return [...new Set([...(path === null ? [] : [path]), ...named])].filter(isBuildManifest)
}
