import { deniedEntry, isBuildManifest } from "@proofloop/foundation/paths"
import type { Clock } from "@proofloop/foundation/process"
import type { JsonObject } from "@proofloop/foundation/text"
import { cutCodePoints } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import { dataBlock } from "@proofloop/stdlib"
import { promptLine } from "@proofloop/stdlib/internal/llm"
import type { JobFailure } from "../ci/failed_jobs.ts"
import type { FixCiLimits } from "./limits.ts"

export interface FixTry {
  /** From 1. */
  readonly number: number
  /** The cause in the fixer's opinion; "" when its reply could not be read. */
  readonly diagnosis: string
  /** Files that the proposal changes, relative to the root. */
  readonly files: readonly string[]
  /** The rejecting party: "the CI critic", "G8 Test regression", "the patcher"; null: nobody. */
  readonly rejected_by: string | null
  /** Without secrets, at most 1500 characters; null: it was accepted. */
  readonly reason: string | null
}

/** What only a person may change, and why it must change. */
export interface PersonsFile {
  /** The file, relative to the root. */
  readonly path: string
  readonly why: string
}

export interface Attempts {
  readonly root: string
  readonly jobs: readonly JobFailure[]
  readonly changed_files: readonly string[]
  readonly fixer: Model
  readonly critic: Model
  readonly limits: FixCiLimits
  readonly clock: Clock
  readonly allowed_manifests: readonly string[]
  readonly prompt_dir: string | undefined
  readonly commit_message: (subject: string) => string
  readonly emit: (event: JsonObject & { readonly type: string }) => void
  readonly tries: FixTry[]
  readonly needs: PersonsFile[]
  /** The fixer gave up: it found nothing to change. */
  given_up: string | null
}

export function updateTry({ tries }: Attempts, change: Partial<FixTry>): void {
  const last = tries.at(-1)
  if (last !== undefined) tries[tries.length - 1] = { ...last, ...change }
}

/** Whether we may not change a path: on the denylist, or a manifest that nobody allowed. */
export function isPersons(path: string, allowed_manifests: readonly string[]): boolean {
  return deniedEntry(path) !== null || (isBuildManifest(path) && !allowed_manifests.includes(path))
}

export function triesBlock(tries: readonly FixTry[]): string {
  const rejected = tries.filter(({ reason }) => reason !== null)
  if (rejected.length === 0) return dataBlock("(none)")
  const blocks = rejected.map(({ number, diagnosis, files, rejected_by, reason }) => {
    const changed = files.map((path) => promptLine(path)).join(", ")
    const said = diagnosis === "" ? "" : `Diagnosis: ${promptLine(diagnosis, 1000)}\n`
    const told = dataBlock(cutCodePoints(reason ?? "", 1500))
    return `Try ${number}, rejected by ${promptLine(rejected_by ?? "the gate")}:\n${dataBlock(`${said}Files: ${changed}`)}\n${told}`
  })
  return blocks.join("\n\n")
}

const MAX_FAILURES = 6

/** The failures for a prompt: who failed, what was read, and the end of the output. */
export function failuresBlock(jobs: readonly JobFailure[]): string {
  const blocks = jobs.slice(0, MAX_FAILURES).map(({ names, told, command, snippet, output }) => {
    const head = `### ${promptLine(names.join(", "), 300)}: ${promptLine(told)}`
    const ran = command === null ? "" : `\nIt ran: ${promptLine(command, 500)}`
    return `${head}${ran}\nWhat was read in it:\n${dataBlock(snippet)}\nThe end of what it printed:\n${dataBlock(output)}`
  })
  const left = jobs.slice(MAX_FAILURES).flatMap(({ names }) => names)
  const more =
    left.length === 0 ? [] : [`Failed in another way, not shown: ${promptLine(left.join(", "), 500)}`]
  return [...blocks, ...more].join("\n\n")
}
