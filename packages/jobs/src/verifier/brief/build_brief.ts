import { InvalidOptionError } from "@proofloop/foundation/errors"
import { compileGlob, sha256 } from "@proofloop/foundation/files"
import { replacedText } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"
import { type Brief, promisedIn, sealManifest } from "./brief.ts"
import { briefDiff } from "./diff.ts"
import { readInputs } from "./inputs.ts"
import { type BriefOptions, type CheckedBriefOptions, checkBriefOptions } from "./options.ts"
import { openTrees, type Trees } from "./trees.ts"

/**
 * Everything a verifier gets: contract, tests and conventions as of the base, and the diff. Reads only. Rejects with
 * GitError. Rejects with InvalidOptionError for a base that is not a commit, an empty diff or one above
 * `max_diff_bytes`, globs without a match, and neither contract nor tests.
 * @requirement verifier.brief
 */
export async function buildBrief(options: BriefOptions): Promise<Brief> {
  const { brief, trees } = await openBrief(options)
  await trees.scratch.remove()
  refuseUnpromised(brief, options)
  return brief
}

/** Throws InvalidOptionError for a brief with nothing to judge a change against. */
export function refuseUnpromised({ manifest }: Brief, { contract }: BriefOptions): void {
  if (promisedIn(manifest) !== "nothing") return
  const expected = "globs of the files that say what is promised: the base has no tests for the change either"
  throw new InvalidOptionError({ option: "contract", expected, got: contract })
}

export interface OpenBrief {
  readonly brief: Brief
  readonly trees: Trees
}

/** The same with both sides of the change at hand, even without a contract or tests; the caller removes the scratch. */
export async function openBrief(given: BriefOptions): Promise<OpenBrief> {
  const options = checkBriefOptions(given)
  const trees = await openTrees(options.root, options)
  try {
    return { brief: await briefOf(trees, options), trees }
  } catch (error) {
    await trees.scratch.remove()
    throw error
  }
}

async function briefOf(trees: Trees, options: CheckedBriefOptions): Promise<Brief> {
  const read = await readInputs(trees, options)
  const diff = await briefDiff(trees, options.max_diff_bytes)
  const { base_commit, head_commit, changed } = trees
  const about = { kind: "diff", path: "diff", sha256: sha256(diff.bytes), bytes: diff.bytes.length } as const
  return {
    manifest: sealManifest({
      base_commit,
      head_commit,
      inputs: [...read.map(({ manifest }) => manifest), about],
    }),
    inputs: [
      ...read.map(({ input }) => input),
      { kind: "diff", path: "diff", text: replacedText(diff.bytes) },
    ],
    changed_paths: changed,
    changed_contract: changedContract(trees, options),
    opaque_paths: [...diff.opaque, ...trees.own_changed].toSorted(),
  }
}

/** Every test of the base counts, not only those chosen for the brief. */
function changedContract(
  { base, changed }: Trees,
  { contract = [], tests = [] }: CheckedBriefOptions,
): readonly string[] {
  const globs = [...contract, ...tests].map((glob) => compileGlob(glob))
  return changed.filter(
    (path) => base.entries.has(path) && (isTestPath(path) || globs.some((matches) => matches(path))),
  )
}
