import { openWorkspace, type Workspace } from "@proofloop/foundation/files"
import { atCommit } from "@proofloop/foundation/git"
import { defineTool, type Tool } from "@proofloop/runtime"
import * as z from "zod"
import { FIX_CLASSES, type Hit, type Triage } from "../feedback.ts"
import type { SelfCorrectionSettings } from "../settings.ts"
import { extractKeywords, findByKeywords } from "./keywords.ts"
import {
  type CandidatePath,
  keywordHits,
  lineHit,
  rangeHit,
  readCandidatePath,
  readFileLines,
} from "./localise_file.ts"
import { atBase, type FeedbackStep, fetchBase, keep } from "./step.ts"
import { THINKING } from "./tool_inputs.ts"

const MAX_HITS = 20

export interface LocaliseOptions {
  readonly root: string
  readonly candidate_files: Triage["candidate_files"]
  readonly keywords: readonly string[]
  /** Default 20. */
  readonly max_hits?: number | undefined
}

export interface Localisation {
  readonly hits: readonly Hit[]
  /** Candidates that gave nothing, or less than they named, with the reason; paths as they were written. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
  /** No candidate has a keyword or names lines, so the hits include other files of the repository with the keywords. */
  readonly fallback: boolean
}

/**
 * The lines that may hold the cause, without a model: those a candidate names, else those with a keyword, else its
 * first line. When no candidate has either, lines with a keyword in any tracked file count. Reads only regular UTF-8
 * files of at most 2 MiB that a fix may touch. Throws InvalidOptionError for a bad `root`.
 * @requirement self-correction.localise
 */
export async function localise(options: LocaliseOptions): Promise<Localisation> {
  const { root, candidate_files, max_hits = MAX_HITS } = options
  const keywords = options.keywords.map((word) => word.toLowerCase()).filter((word) => word !== "")
  const workspace = openWorkspace({ root, denied_paths: [], max_file_bytes: Number.POSITIVE_INFINITY })
  const hits = new Map<string, Hit>()
  const skipped: { path: string; reason: string }[] = []
  const wordless: Hit[] = []
  for (const { path } of candidate_files) {
    const room = max_hits - hits.size
    const found = room > 0 ? await hitsOf(workspace, path, keywords, room) : noRoom(max_hits)
    for (const hit of found.hits) hits.set(`${hit.line_start}-${hit.line_end} ${hit.path}`, hit)
    if (found.reason !== null) skipped.push({ path, reason: found.reason })
    if (found.without_words) wordless.push(...(await hitsOf(workspace, path, [], 1)).hits)
  }
  // A candidate without the keywords may still be planned.
  const named = [...hits.values(), ...wordless].slice(0, max_hits)
  if (hits.size > 0 || keywords.length === 0) return { hits: named, skipped, fallback: false }
  const found = await findByKeywords(workspace, keywords, max_hits - named.length)
  return { hits: [...named, ...found], skipped, fallback: found.length > 0 }
}

interface CandidateHits {
  readonly hits: readonly Hit[]
  /** Why lines are missing, or fewer than were named. */
  readonly reason: string | null
  /** It can be read, and none of the keywords occurs in it. */
  readonly without_words?: boolean
}

async function hitsOf(
  workspace: Workspace,
  written: string,
  keywords: readonly string[],
  room: number,
): Promise<CandidateHits> {
  const candidate = readCandidatePath(written)
  if ("problem" in candidate) return { hits: [], reason: candidate.problem }
  const file = await readFileLines(workspace, candidate.path)
  if ("reason" in file) return { hits: [], reason: file.reason }
  return hitsIn(candidate, file, keywords, room)
}

function hitsIn(
  { lines: named }: CandidatePath,
  { path, lines }: { readonly path: string; readonly lines: readonly string[] },
  keywords: readonly string[],
  room: number,
): CandidateHits {
  if (named !== null) return rangeHit(path, lines, named)
  if (keywords.length > 0) {
    const hits = keywordHits(path, lines, keywords, room)
    if (hits.length > 0) return { hits, reason: null }
    return { hits, reason: "none of the keywords occurs in it", without_words: true }
  }
  const first = lines.findIndex((line) => line.trim() !== "")
  if (first < 0) return { hits: [], reason: "there is no text in it" }
  return { hits: [lineHit(path, lines, first + 1)], reason: null }
}

function noRoom(max_hits: number): CandidateHits {
  return { hits: [], reason: `there are ${max_hits} hits already` }
}

export const localiseStep: FeedbackStep = {
  name: "localise",
  needs: ["forge"],
  async run(row, context) {
    const base_commit = await fetchBase(context, row)
    const { hits, skipped, fallback } = await atCommit(context.settings.root, base_commit, (root) =>
      localise({
        root,
        candidate_files: row.work.triage?.candidate_files ?? [],
        keywords: extractKeywords(row.body),
      }),
    )
    const told = { hits: hits.length, skipped: skipped.length, fallback }
    context.tell("localised", told)
    return keep(context, row, { work: { hits, base_commit }, note: { step: "localise", ...told } })
  },
}

export function localiseTool(settings: SelfCorrectionSettings): Tool {
  return defineTool({
    name: "localise_feedback",
    description:
      "The lines of the base branch that the cause may be in, without a model: of each candidate the lines it names (path:start-end), else those with a keyword.",
    input: z.strictObject({
      fix_class: z.enum(FIX_CLASSES),
      candidate_files: z
        .array(z.strictObject({ path: z.string().min(1).max(500), why: z.string().max(1000).default("") }))
        .max(50),
      keywords: z.array(z.string().min(1).max(100)).max(20).default([]),
    }),
    annotations: THINKING,
    run: async ({ candidate_files, keywords }, { signal }) =>
      atBase(settings, signal, async (root) => {
        const { hits, skipped } = await localise({ root, candidate_files, keywords })
        return { ok: true, result: { hits, skipped } }
      }),
  })
}
