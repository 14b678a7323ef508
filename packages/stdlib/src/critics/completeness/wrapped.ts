import { posix } from "node:path"
import { cutCodePoints } from "@proofloop/foundation/text"
import { unwrapFence } from "../fixes/unwrap_fence.ts"
import type { Violation } from "../verdict.ts"
import type { TouchedText } from "./touched_text.ts"

/** A file that is a model's whole reply: its text in a fence, or with words to the reader before the fence. */
export function wrapped({ path, before, after }: TouchedText): readonly Violation[] {
  const opening = firstLine(after)
  if (opening === "" || (!FENCE.test(opening) && !TALK.test(opening))) return []
  const lines = after.split("\n").map((line) => line.trimEnd())
  const first = lines.findIndex((line) => line !== "")
  const tell = (rule: string, message: string): readonly Violation[] => [
    { path, line: first + 1, rule, message, evidence: cutCodePoints(opening, 120) },
  ]
  if (before !== null && firstLine(before) === opening) return []
  if (FENCE.test(opening)) {
    const is_whole = isFencedWhole(lines, opening, { path, before, inner: lines[first + 1] ?? "" })
    const fix = unwrapFence(after)
    const told = is_whole ? tell("fenced_file", "the whole file stands in a fence") : []
    return fix === undefined ? told : told.map((violation) => ({ ...violation, fix }))
  }
  const next = lines.slice(first + 1, first + 4).find((line) => line !== "") ?? ""
  return TALK.test(opening) && FENCE.test(next)
    ? tell("reply_as_file", "the file begins with words to a reader and a fence")
    : []
}

const FENCE = /^(?:`{3,6}|~{3,6})[\w.+#-]{0,40}$/
const TALK =
  /^(?:here(?:'s|\u2019s| is| are)|sure|certainly|below (?:is|are)|of course|okay|i(?:'ve|\u2019ve| have)|this is|the (?:updated|complete|full|modified|fixed|corrected))\b.{0,300}[:.!]$/i

/** A document may begin and end with a block of code. A fence around all of it names Markdown, or once held the file. */
function isFencedWhole(
  lines: readonly string[],
  opening: string,
  { path, before, inner }: { readonly path: string; readonly before: string | null; readonly inner: string },
): boolean {
  const mark = /^[`~]{3,6}/.exec(opening)?.[0] ?? ""
  const closing = lines.findLast((line) => line !== "")
  if (!DOCUMENT.test(posix.basename(path))) return true
  if (closing !== mark) return false
  if (/^[`~]{3,6}(?:markdown|md|mdx|rst|text)$/i.test(opening)) return true
  return before !== null && firstLine(before) === inner
}

/** By its extension, or a name such as README. */
const DOCUMENT = /\.(?:mdx?|mdc|markdown|rst|adoc|txt)$|^[A-Z]{3,40}$/i

function firstLine(text: string): string {
  return (
    text
      .split("\n")
      .find((line) => line.trim() !== "")
      ?.trimEnd() ?? ""
  )
}
