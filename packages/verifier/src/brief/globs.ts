import { InvalidOptionError } from "@proofloop/foundation/errors"
import { compileGlob } from "@proofloop/foundation/files"
import { nearPaths } from "@proofloop/foundation/git"
import type { Trees } from "./trees.ts"

/**
 * Paths of the base that match, sorted, each once. Throws InvalidOptionError for a glob that matches nothing there, with a
 * path that may have been meant; a file that only the change brings is no goal of the change.
 */
export function matchBase(
  trees: Trees,
  option: "contract" | "tests" | "conventions",
  globs: readonly string[],
): readonly string[] {
  const paths = [...trees.base.entries.keys()]
  const found = new Set<string>()
  for (const [index, glob] of globs.entries()) {
    const matches = compileGlob(glob)
    const matched = paths.filter(matches)
    for (const path of matched) found.add(path)
    if (matched.length > 0) continue
    const is_new = [...trees.judged.entries.keys()].some(matches)
    throw new InvalidOptionError({
      option: `${option}.${index}`,
      expected: is_new
        ? `a file that was there at the base, ${trees.base_commit.slice(0, 12)}, before the change`
        : `a glob that matches a file of the base, ${trees.base_commit.slice(0, 12)}`,
      got: glob,
      did_you_mean: is_new ? null : (nearPaths(glob, paths)[0] ?? null),
    })
  }
  return [...found].toSorted()
}
