import { type ChangeSet, changeSet, git, workingChange } from "@proofloop/foundation/git"
import * as z from "zod"
import type { Baselines, RepositoryFacts } from "../repository/facts.ts"
import { overlayFacts } from "../repository/overlay_facts.ts"
import { workTreeFacts } from "../repository/work_tree_facts.ts"

const MAX_FILES = 500
const MAX_FINDINGS = 200

/** How many findings an answer holds unless a call asks for more. */
export const FEW_FINDINGS = 10

/** The change that a critic tool judges: a proposed one, or the differences of the work tree. */
export const changeInput = {
  changes: z
    .array(
      z.strictObject({
        path: z.string().min(1).describe('Relative to the root, with "/"'),
        before: z.string().nullish().describe("Text before; left out: what is in the work tree now"),
        after: z.string().nullable().describe("Whole new text; null for a deleted file"),
      }),
    )
    .min(1)
    .max(MAX_FILES)
    .optional()
    .describe("A change that is only proposed. Left out: what differs between the work tree and its base"),
  paths: z
    .array(z.string().min(1))
    .min(1)
    .max(MAX_FILES)
    .optional()
    .describe("Judge only these files of what differs in the work tree"),
  limit: z
    .int()
    .min(1)
    .max(MAX_FINDINGS)
    .optional()
    .describe(
      `How many findings are told; left out: ${FEW_FINDINGS}. \`more\` says how many there are besides`,
    ),
}

export type ChangeInput = z.output<z.ZodObject<typeof changeInput>>

export interface JudgedChange {
  readonly change: ChangeSet
  readonly facts: RepositoryFacts
}

/** The baselines of the judging critics, for the differences from a commit. */
export type Measure = (commit: string) => Promise<Baselines>

/** The change a call is about; nothing runs for a proposed one. Rejects for a path outside the root, or no changed `paths`. */
export async function judgedChange(
  root: string,
  base: string,
  input: ChangeInput,
  measure: Measure,
): Promise<JudgedChange> {
  for (const path of [...(input.paths ?? []), ...(input.changes ?? []).map((one) => one.path)]) {
    refuseOutside(path)
  }
  if (input.changes === undefined) {
    // Resolved once: HEAD may move before its baselines are measured.
    const found = await git(root, ["rev-parse", "--verify", "--quiet", `${base}^{commit}`])
    const commit = found.stdout.trim() || base
    const all = await workingChange(root, commit)
    const change = input.paths === undefined ? all : { files: all.files.filter(isIn(input.paths)) }
    if (input.paths !== undefined && change.files.length === 0) {
      throw new Error(`nothing of ${input.paths.join(", ")} differs from ${base}`)
    }
    return { change, facts: workTreeFacts(root, all, { baselines: await measure(commit) }) }
  }
  const now = workTreeFacts(root, changeSet([]))
  const files = await Promise.all(
    input.changes.map(async ({ path, before, after }) => ({
      path,
      before: before === undefined ? await now.read(path) : before,
      after,
    })),
  )
  const change = changeSet(files)
  return { change, facts: overlayFacts(now, change) }
}

/** Throws Error for a path outside the root. */
function refuseOutside(path: string): void {
  const names = path.split(/[/\\]/)
  if (!path.includes("\0") && !/^(?:[/\\]|[A-Za-z]:)/.test(path) && !names.includes("..")) return
  throw new Error(`${JSON.stringify(path)} is outside of the root; give a path relative to it, without ".."`)
}

function isIn(paths: readonly string[]): (file: { readonly path: string }) => boolean {
  const plain = paths.map((path) => path.replace(/\/{1,16}$/, ""))
  return ({ path }) => plain.some((one) => one === "." || path === one || path.startsWith(`${one}/`))
}
