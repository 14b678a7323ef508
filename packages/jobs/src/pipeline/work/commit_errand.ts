import { lstat } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths } from "@proofloop/foundation/git"
import { deniedEntry, isBuildManifest } from "@proofloop/foundation/paths"
import { oneLine, redactSecrets, sha256Hex } from "@proofloop/foundation/text"
import type { RunResult } from "@proofloop/runtime"
import type { RunContext } from "../context/context.ts"
import type { PipelineRun, SubtaskProof } from "../run.ts"
import type { Place } from "../tree/place.ts"
import { commitMessage } from "./commit_message.ts"
import type { Errand, ErrandOutcome } from "./errand.ts"
import type { Checked } from "./errand_check.ts"

export interface DoneErrand {
  readonly errand: Errand
  readonly paths: readonly string[]
  readonly result: RunResult
  readonly checked: Checked
  /** When it was done, in milliseconds since 1970. Its commit is the same one, however often a crash has it made. */
  readonly done_at: number
}

/** One commit of an errand's changes, kept on the forge, or why there is none. */
export async function commitErrand(
  { errand, paths, result, checked, done_at }: DoneErrand,
  place: Place,
  row: PipelineRun,
  { settings, signal }: RunContext,
): Promise<Omit<ErrandOutcome, "rejections" | "turns"> | { readonly refused: string }> {
  const refused = await whyRefused(errand, paths, place.root)
  if (refused !== null) return { refused }
  const proof = proofOf(result, checked)
  const { signer } = settings
  const message = commitMessage(subjectOf(result.text, errand), { row, errand_id: errand.id, proof, signer })
  const commit = await commitPaths(place.root, paths, message, { made_at: done_at })
  if (commit === null) return { refused: "a command made the commit itself, and only a run makes one" }
  await settings.forge.git.keep(settings.root, commit, `${row.id}/${errand.ref}`, signal)
  return {
    status: "completed",
    commit,
    files: paths.slice(0, 200),
    error: null,
    proof,
    after: checked.check,
    ...removedTests(errand, checked),
  }
}

/** Changes that a command may have made and no edit may. */
async function whyRefused(errand: Errand, paths: readonly string[], root: string): Promise<string | null> {
  const refused = paths.find(
    (path) => deniedEntry(path) !== null || (isBuildManifest(path) && !errand.manifests.includes(path)),
  )
  if (refused !== undefined) return `a command changed ${refused}, which is not the run's to change`
  const link = await linkAmong(root, paths)
  return link === null ? null : `a command made ${link} a link, and a run makes none`
}

async function linkAmong(root: string, paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    const found = await lstat(join(root, path)).catch(() => null)
    if (found?.isSymbolicLink() === true) return path
  }
  return null
}

/** How many tests went with the files that the plan removes. */
function removedTests({ before }: Errand, { check, removed }: Checked): Pick<ErrandOutcome, "removed_tests"> {
  if (removed.length === 0) return {}
  const fewer = (before?.tests_run ?? 0) - (check?.tests_run ?? 0)
  return { removed_tests: { files: removed, count: check === null ? 0 : Math.max(0, fewer) } }
}

function proofOf(result: RunResult, { check: last, caveat, removed }: Checked): SubtaskProof {
  const { check_changed = [] } = result.proof ?? {}
  const changed =
    check_changed.length === 0
      ? ""
      : `it changed what decides the check: ${check_changed.slice(0, 5).join(", ")}`
  const none = last === null ? "no check of the repository ran, critics alone judged it" : ""
  const gone =
    removed.length === 0 ? "" : `it takes tests away, as the plan says: ${removed.slice(0, 5).join(", ")}`
  return {
    check: last?.command ?? "critics",
    exit_code: last?.exit_code ?? null,
    tests_run: last?.tests_run ?? null,
    output_sha256: last?.output_sha256 ?? sha256Hex(""),
    caveat: [none, gone, caveat, changed].filter((one) => one !== "").join("; "),
  }
}

/** The model's last words when they can be a subject, else the title. */
function subjectOf(text: string, { title }: Errand): string {
  const line = oneLine(redactSecrets(text.trim().split("\n", 1)[0] ?? ""))
  return line.length >= 8 && line.length <= 100 && !/[{}<>]/.test(line) ? line : oneLine(title)
}
