import { lstat } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, workingChange } from "@proofloop/foundation/git"
import { deniedEntry, isBuildManifest } from "@proofloop/foundation/paths"
import { cutCodePoints, isRecord, oneLine, redactSecrets, sha256Hex } from "@proofloop/foundation/text"
import { resolvePreset } from "@proofloop/presets"
import { createAgentLoop, type RunResult, type VerifyFunction } from "@proofloop/runtime"
import { readDeclaredDependencies, workspaceTools } from "@proofloop/stdlib"
import { weakenedTest } from "@proofloop/stdlib/critics"
import { createLoopGate } from "@proofloop/stdlib/gate"
import { type CheckRun, compareChecks, runCheck } from "../check/run_check.ts"
import { modelOf, type RunContext } from "../context/context.ts"
import type { PipelineRun, SubtaskOutcome, SubtaskProof } from "../run.ts"
import type { Place } from "../tree/place.ts"
import { commitMessage } from "./commit_message.ts"

/** What one run of the loop is to do. */
export interface Errand {
  /** "T001-S01", or the id of a comment. */
  readonly id: string
  readonly title: string
  /** What the model is told. */
  readonly prompt: string
  /** Build manifests that it may change. */
  readonly manifests: readonly string[]
  /** The repository's check on the commit that it starts from; null: there is none. */
  readonly before: CheckRun | null
}

export interface ErrandOutcome extends Omit<SubtaskOutcome, "id"> {
  /** The check on its commit; null without a commit, and where there is no check. */
  readonly after: CheckRun | null
}

/**
 * A repair-aware loop behind the gate, in a place of its own, that ends when the repository's check says that nothing is worse than before.
 * What came of it is one commit there. Rejects for what is no fault of the errand: a model or a runner that is away, a limit, a stop.
 */
export async function runErrand(
  errand: Errand,
  place: Place,
  row: PipelineRun,
  context: RunContext,
): Promise<ErrandOutcome> {
  const { settings, signal } = context
  // A check that says nothing of the commit before it says nothing of this one.
  const before = errand.before?.outcome === "unable" ? null : errand.before
  const rejections: SubtaskOutcome["rejections"][number][] = []
  const checked: { last: CheckRun | null; caveat: string } = { last: null, caveat: "" }
  const verify: VerifyFunction = async (_payload, asked) => {
    const weakened = await weakenedTests(place.root)
    if (weakened !== null) {
      rejections.push({ by: "check", path: "" })
      return { status: "fail", evidence: weakened, check_id: before?.command ?? "critics" }
    }
    // Without a check the critics alone judge.
    if (before === null) return { status: "pass", check_id: "critics" }
    const timeout_ms = settings.check_timeout_ms
    const now = await runCheck(place, { command: before.command, timeout_ms, signal: asked.signal })
    const { verdict, why } = compareChecks(before, now)
    checked.last = now
    checked.caveat = why
    const seen = { check_id: now.command, output: now.output }
    // Red as before the change is no failure of it; the loop would not take a pass with such an exit code.
    if (verdict === "fine" && now.outcome === "red") return { status: "pass", check_id: now.command }
    if (verdict === "fine") return { status: "pass", ...seen, ...counted(now) }
    if (verdict === "unable") return { status: "unable", reason: why, check_id: now.command }
    rejections.push({ by: "check", path: "" })
    return { status: "fail", evidence: `${why}\n${now.output}`, ...seen, ...counted(now) }
  }
  const gate = await createLoopGate({
    root: place.root,
    verify_completion: verify,
    allowed_manifests: errand.manifests,
    runner: place.runner,
    on_rejected: (rejection) => void rejections.push(rejection),
    signal,
  })
  const checks = before === null ? [] : [before.command]
  const model = modelOf(context, row, "worker")
  const fault: { thrown: unknown } = { thrown: null }
  const loop = createAgentLoop({
    ...resolvePreset("evidence", { max_iterations: settings.limits.max_turns }),
    model: Object.assign(
      async (...asked: Parameters<typeof model>) => {
        try {
          return await model(...asked)
        } catch (error) {
          fault.thrown = error
          throw error
        }
      },
      { model_name: model.model_name, provider: model.provider, timeout_ms: model.timeout_ms },
    ),
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
  })
  const result = await loop.run(errand.prompt, { signal }).result
  signal.throwIfAborted()
  if (result.status === "provider_error" && fault.thrown !== null) throw fault.thrown
  const ended = { rejections: rejections.slice(0, 50), turns: result.usage.iterations }
  const none = { proof: null, after: null } as const
  const failed = (error: string): ErrandOutcome => {
    return {
      status: "failed",
      commit: null,
      files: [],
      error: cutCodePoints(redactSecrets(error), 1000),
      ...none,
      ...ended,
    }
  }
  const { files } = await workingChange(place.root)
  const paths = files.map(({ path }) => path)
  if (paths.length === 0) {
    const is_over = result.status === "done" || result.status === "completion_unverified"
    if (!is_over) return failed(whyNot(result))
    // Who was sent back had something to change.
    if (rejections.length > 0)
      return failed(`it was sent back, and nothing was changed in the end. It said: ${oneLine(result.text)}`)
    return {
      status: "skipped",
      commit: null,
      files: [],
      error: cutCodePoints(oneLine(redactSecrets(result.text)), 1000) || null,
      ...none,
      ...ended,
    }
  }
  if (!result.verified) return failed(whyNot(result))
  const refused = paths.find(
    (path) => deniedEntry(path) !== null || (isBuildManifest(path) && !errand.manifests.includes(path)),
  )
  if (refused !== undefined) return failed(`a command changed ${refused}, which is not the run's to change`)
  const link = await linkAmong(place.root, paths)
  if (link !== null) return failed(`a command made ${link} a link, and a run makes none`)
  const proof = proofOf(result, checked)
  const message = commitMessage(subjectOf(result.text, errand), {
    row,
    errand_id: errand.id,
    proof,
    signer: settings.signer,
  })
  const commit = await commitPaths(place.root, paths, message)
  return {
    status: "completed",
    commit,
    files: paths.slice(0, 200),
    error: null,
    proof,
    after: checked.last,
    ...ended,
  }
}

/** What makes the check pass by taking a test away is no work; null: nothing does. */
async function weakenedTests(root: string): Promise<string | null> {
  const { files } = await workingChange(root)
  for (const file of files) {
    const reason = weakenedTest(file)
    if (reason !== null) return `${oneLine(file.path)}: ${reason}`
  }
  return null
}

async function linkAmong(root: string, paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    const found = await lstat(join(root, path)).catch(() => null)
    if (found?.isSymbolicLink() === true) return path
  }
  return null
}

/** Critics that object to the whole; the repository's check tells its own. */
function objectionsOf(answer: Awaited<ReturnType<VerifyFunction>>): SubtaskOutcome["rejections"] {
  if (typeof answer !== "object" || answer?.status !== "fail") return []
  const { check_id = "", diagnostics = [] } = answer
  if (!check_id.startsWith(CRITIC)) return []
  const where = diagnostics[0]?.location
  const path = isRecord(where) ? where["path"] : undefined
  return [{ by: check_id.slice(CRITIC.length), path: typeof path === "string" ? path : "" }]
}

const CRITIC = "critic:"

function whyNot({ status, stop_reason, stop_detail, error, current_failure, text }: RunResult): string {
  const failing =
    current_failure === undefined
      ? ""
      : ` Still failing: ${current_failure.check_id}: ${current_failure.snippet}`
  const words = text.trim() === "" ? "" : ` It said: ${oneLine(text)}`
  return `${status}, ${stop_detail ?? stop_reason}.${error === undefined ? "" : ` ${error.message}.`}${failing}${words}`
}

function counted({ tests_run, exit_code }: CheckRun) {
  return { ...(tests_run === null ? {} : { tests_run }), ...(exit_code === null ? {} : { exit_code }) }
}

function proofOf(
  result: RunResult,
  { last, caveat }: { readonly last: CheckRun | null; readonly caveat: string },
): SubtaskProof {
  const { check_changed = [] } = result.proof ?? {}
  const changed =
    check_changed.length === 0
      ? ""
      : `it changed what decides the check: ${check_changed.slice(0, 5).join(", ")}`
  const none = last === null ? "no check of the repository ran, critics alone judged it" : ""
  return {
    check: last?.command ?? "critics",
    exit_code: last?.exit_code ?? null,
    tests_run: last?.tests_run ?? null,
    output_sha256: last?.output_sha256 ?? sha256Hex(""),
    caveat: [none, caveat, changed].filter((one) => one !== "").join("; "),
  }
}

/** The model's last words when they can be a subject, else the title. */
function subjectOf(text: string, { title }: Errand): string {
  const line = oneLine(redactSecrets(text.trim().split("\n", 1)[0] ?? ""))
  return line.length >= 8 && line.length <= 100 && !/[{}<>]/.test(line) ? line : oneLine(title)
}
