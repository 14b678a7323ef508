import { readFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { makeFolder, sha256, writeWholeFile } from "@proofloop/foundation/files"
import { canonicalJson, parsedJson } from "@proofloop/foundation/text"
import * as z from "zod"
import type { BriefManifest } from "../brief/brief.ts"
import { buildBrief } from "../brief/build_brief.ts"
import { briefOptionsOf } from "../brief/options.ts"
import type { VerdictSubject } from "../verdict/lens_verdict.ts"
import { sha256Schema } from "../verdict/read_verdict_schema.ts"
import { chosenLenses } from "./lenses.ts"
import { briefText, verifierPrompt } from "./prompt.ts"
import type { VerifierDecisionOptions } from "./verifiers.ts"

export interface IssueBriefOptions extends VerifierDecisionOptions {
  /** Prompts of your own. Default: those of this package. */
  readonly prompt_dir?: string | undefined
  /** With this lens's question and the definition of a verdict, as a model gets them. Default: the brief alone. */
  readonly lens?: string | undefined
}

export interface IssuedBrief {
  readonly manifest: BriefManifest
  /** What a judge reads, and nothing else. */
  readonly text: string
}

/**
 * Makes a change's brief for a judge who records by hand, and notes it below `.proofloop/briefs` of the root.
 * Verdicts on this change recorded from now on carry its hash. Rejects as `buildBrief`, and with InvalidOptionError
 * for an unknown lens.
 * @requirement verifier.issue
 */
export async function issueBrief(options: IssueBriefOptions): Promise<IssuedBrief> {
  const [lens] = options.lens === undefined ? [] : chosenLenses(options.lenses, [options.lens])
  const brief = await buildBrief(briefOptionsOf(options))
  const prompt = lens === undefined ? null : await verifierPrompt(lens, brief, options)
  const text = prompt === null ? briefText(brief) : `${prompt.system.trim()}\n\n${prompt.task}`
  const place = placeOf(options.root, brief.manifest.subject)
  await makeFolder(dirname(place))
  await writeWholeFile(place, `${canonicalJson(brief.manifest)}\n`)
  return { manifest: brief.manifest, text }
}

/** The hash of the latest brief for a subject; null: none was issued. Rejects as the file system does. */
export async function issuedBrief(root: string, subject: VerdictSubject): Promise<string | null> {
  const place = placeOf(root, subject)
  const text = await readFile(place, "utf8").catch(() => null)
  if (text === null) return null
  const read = stored.safeParse(parsedJson(text))
  return read.success ? read.data.brief_sha256 : null
}

const stored = z.looseObject({ brief_sha256: sha256Schema })

/** One file a subject. */
function placeOf(root: string, { base_commit, contract_sha256, diff_sha256 }: VerdictSubject): string {
  const name = sha256(canonicalJson({ base_commit, contract_sha256, diff_sha256 }))
  return join(resolve(root), ".proofloop", "briefs", `${name}.json`)
}
