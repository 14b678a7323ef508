import { diffStart, mergeBase } from "@proofloop/foundation/git"
import type { RowDiff } from "../cockpit/sources/source.ts"
import { shellWord } from "../terminal/text.ts"

/** What a branch brings in over its base, of which at most so many bytes; null where a commit is missing here. */
export async function boundedDiff(
  root: string,
  { base, head, max_bytes }: { readonly base: string; readonly head: string; readonly max_bytes: number },
): Promise<RowDiff | null> {
  const from = await mergeBase(root, base, head)
  if (from === null) return null
  const diff = await diffStart(root, { base: from, head, max_bytes })
  return { ...diff, command: `git -C ${shellWord(root)} diff ${from.slice(0, 12)} ${head.slice(0, 12)}` }
}
