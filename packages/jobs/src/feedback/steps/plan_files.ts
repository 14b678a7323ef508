import { lstatSync } from "node:fs"
import { join } from "node:path"
import { errorCode } from "@proofloop/foundation/errors"
import { createDeniedPaths } from "@proofloop/foundation/files"
import { readPatchPath } from "@proofloop/foundation/paths"
import type { FixPlan, Hit } from "../feedback.ts"

export type PlannedFile = FixPlan["files"][number]

const MIN_LOC_ESTIMATE = 10
/** Lines that a change takes around the found ones. */
const LINES_AROUND = 5

/** The files of the hits, sorted, with an estimate: the found lines and five more a hit, at least ten. */
export function draftFiles(hits: readonly Hit[]): readonly PlannedFile[] {
  const lines = new Map<string, number>()
  for (const { path, line_start, line_end } of hits) {
    lines.set(path, (lines.get(path) ?? 0) + (line_end - line_start + 1) + LINES_AROUND)
  }
  return [...lines]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, estimate]) => ({
      path,
      loc_estimate: Math.max(MIN_LOC_ESTIMATE, estimate),
      operation: "edit",
    }))
}

export interface ProposedFile {
  readonly path: string
  readonly operation: PlannedFile["operation"]
  readonly loc_estimate?: number | undefined
}

/** Why a model may not plan this file, in words for it. null: it may, as a file of the draft or a new one. */
export function refusedFile(
  { path, operation }: ProposedFile,
  { root, draft }: { readonly root: string; readonly draft: readonly PlannedFile[] },
): string | null {
  const is_drafted = draft.some((file) => file.path === path)
  const problem = spellingProblem(path)
  if (problem !== null) return problem
  if (operation !== "create") {
    return is_drafted ? null : `${path} is none of the files that were found: ${list(draft)}`
  }
  return obstacle(root, path)
}

/** The obstacle at the place of a new file or one of its folders; a link counts, wherever it leads. */
function obstacle(root: string, path: string): string | null {
  const parts = path.split("/")
  for (const count of parts.keys()) {
    const way = parts.slice(0, count + 1).join("/")
    const found = find(join(root, way))
    if (found === "missing") return null
    if (found === "unusable") return `${path} cannot be the path of a file here`
    if (way === path) return `${path} is there already and cannot be created`
    if (found !== "folder") return `${way} is not a folder`
  }
  return null
}

function find(absolute: string): "missing" | "folder" | "other" | "unusable" {
  try {
    return lstatSync(absolute).isDirectory() ? "folder" : "other"
  } catch (error) {
    return errorCode(error) === "ENOENT" ? "missing" : "unusable"
  }
}

/** The proposed files by path, with the draft's estimates where theirs are missing; without a proposal the draft. */
export function plannedFiles(
  proposed: readonly ProposedFile[],
  draft: readonly PlannedFile[],
): readonly PlannedFile[] {
  const estimates = new Map(draft.map(({ path, loc_estimate }) => [path, loc_estimate]))
  if (proposed.length === 0) return draft
  return proposed
    .map(({ path, operation, loc_estimate }) => {
      const estimate = loc_estimate ?? estimates.get(path) ?? 0
      return { path, loc_estimate: Math.max(MIN_LOC_ESTIMATE, estimate), operation }
    })
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

function spellingProblem(path: string): string | null {
  // A manifest may be planned; the fix itself decides whether it may touch one.
  const reading = readPatchPath(path, { denied: createDeniedPaths([]), allowed_manifests: [path] })
  if ("message" in reading) return reading.message
  return reading.path === path ? null : `write ${reading.path} instead of ${path}`
}

function list(draft: readonly PlannedFile[]): string {
  return draft.length === 0
    ? "there are none, so only new files can be planned"
    : draft.map(({ path }) => path).join(", ")
}
