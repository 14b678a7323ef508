import { readFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { makeFolder, sha256, writeWholeFile } from "@proofloop/foundation/files"
import { canonicalJson } from "@proofloop/foundation/text"
import { z } from "zod"
import type { BriefManifest } from "../brief/brief.ts"
import { buildBrief } from "../brief/build_brief.ts"
import { briefOptionsOf } from "../brief/options.ts"
import type { VerdictSubject } from "../verdict/lens_verdict.ts"
import { sha256Schema } from "../verdict/read_verdict_schema.ts"
import { chosenLenses } from "./lenses.ts"
import { briefText, verifierPrompt } from "./prompt.ts"
import type { VerifierDecisionOptions, VerifierOptions } from "./verifiers.ts"

export type IssueBriefOptions = VerifierDecisionOptions &
  Pick<VerifierOptions, "prompt_dir"> & {
    /** With the question of this lens and what a verdict is, as a model is asked. Default: the brief alone. */
    readonly lens?: string | undefined
  }

export interface IssuedBrief {
  readonly manifest: BriefManifest
  /** What a judge is to read, and nothing else. */
  readonly text: string
}

/**
 * Makes the brief of a change for a judge who records by hand, and keeps that it was issued, below `.proofloop/briefs` of the root:
 * verdicts on this change recorded from now on carry its hash. Rejects as `buildBrief`, and with InvalidOptionError for a lens that
 * is none. @requirement verifier.issue
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

/** The hash of the brief that was issued last for a subject; null: none was. Rejects as the file system does. */
export async function issuedBrief(root: string, subject: VerdictSubject): Promise<string | null> {
  const place = placeOf(root, subject)
  const text = await readFile(place, "utf8").catch(() => null)
  if (text === null) return null
  const read = stored.safeParse(parsed(text))
  return read.success ? read.data.brief_sha256 : null
}

const stored = z.looseObject({ brief_sha256: sha256Schema })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** One file a subject. */
function placeOf(root: string, { base_commit, contract_sha256, diff_sha256 }: VerdictSubject): string {
  const name = sha256(canonicalJson({ base_commit, contract_sha256, diff_sha256 }))
  return join(resolve(root), ".proofloop", "briefs", `${name}.json`)
}
