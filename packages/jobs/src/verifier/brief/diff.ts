import { InvalidOptionError } from "@proofloop/foundation/errors"
import { MAX_READ_BYTES } from "@proofloop/foundation/files"
import type { Trees } from "./trees.ts"

export interface BriefDiff {
  readonly bytes: Uint8Array
  /** Changed paths that the diff shows by hash alone: binary files, submodules, files above 2 MiB. */
  readonly opaque: readonly string[]
}

/** Sets every option that a user's configuration could change. */
const SHAPE = [
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--no-renames",
  "--no-indent-heuristic",
  "--diff-algorithm=myers",
  "--unified=3",
  "--inter-hunk-context=0",
  "--full-index",
  "--submodule=short",
  "--ignore-submodules=none",
  "--src-prefix=a/",
  "--dst-prefix=b/",
]

/**
 * The unified diff of the two sides, the same bytes on any machine: full object ids, no renames, no attributes. Rejects with
 * InvalidOptionError for no difference and for one above `max_bytes`: a diff is never cut.
 */
export async function briefDiff(trees: Trees, max_bytes: number): Promise<BriefDiff> {
  const { scratch, base, judged, changed } = trees
  if (changed.length === 0) {
    const option = trees.head_commit === null ? "base" : "head"
    const expected = "a commit with a change to judge: the diff is empty"
    throw new InvalidOptionError({ option, expected, got: trees.head_commit ?? trees.base_commit })
  }
  const args = ["-c", `core.bigFileThreshold=${MAX_READ_BYTES}`, "diff-tree", "-r", ...SHAPE]
  const sides = [base.tree, judged.tree]
  const patch = await scratch.bytes([...args, "--patch", ...sides])
  if (patch.exit_code !== 0 || patch.stdout.length > max_bytes) {
    const got = patch.exit_code === 0 ? `${patch.stdout.length} bytes` : "one that git could not finish"
    const expected = `a diff of at most ${max_bytes} bytes; it is never cut, so judge it in parts`
    throw new InvalidOptionError({ option: "max_diff_bytes", expected, got })
  }
  const has_binary = Buffer.from(patch.stdout).includes("\nBinary files ")
  const counts = has_binary ? await scratch.run([...args, "--numstat", "-z", ...sides]) : ""
  const binary = counts.split("\0").flatMap((line) => (line.startsWith("-\t-\t") ? [line.slice(4)] : []))
  const submodules = changed.filter((path) =>
    [base, judged].some(({ entries }) => entries.get(path)?.kind === "submodule"),
  )
  return { bytes: patch.stdout, opaque: [...new Set([...binary, ...submodules])].toSorted() }
}
