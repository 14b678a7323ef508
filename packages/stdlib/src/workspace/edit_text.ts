import { replaceText } from "@proofloop/foundation/text"

/** One replacement in one file. `old_string` must occur exactly once unless `replace_all`; "" creates the file. */
export interface EditHunk {
  /** The file, relative to the root. */
  readonly path: string
  /** The text that is replaced; it must occur once, or with `replace_all` at least once. */
  readonly old_string: string
  readonly new_string: string
  /** Whether each occurrence is replaced. Default false. */
  readonly replace_all?: boolean | undefined
}

/** The text of a file after an edit, or why it does not fit; `before` is null where there is no such file. */
export function editText(
  { old_string, new_string, replace_all = false }: EditHunk,
  before: string | null,
):
  | {
      readonly text: string
    }
  | {
      /** Why the edit does not fit, for the model. */
      readonly refused: string
    } {
  if (old_string === "") {
    return before === null
      ? { text: new_string }
      : { refused: "old_string is empty, and there is such a file already" }
  }
  if (before === null) return { refused: "there is no such file" }
  if (new_string.includes(REDACTED) && !before.includes(REDACTED)) {
    return { refused: `new_string says ${REDACTED}, where the file has a secret; leave that line out` }
  }
  const result = replaceText(before, { old_text: old_string, new_text: new_string, replace_all })
  if ("text" in result) return result
  const reason = result.refused.replace(/^old_text\b/, "old_string").replace("new_text", "new_string")
  const near = reason.startsWith("old_string does not occur in the file; ")
    ? nearestLine(before, old_string)
    : null
  const hint = near === null ? "" : `. The line most like it: ${near.line}: ${near.text}`
  return { refused: `${reason}${hint}` }
}

/** As redactSecrets writes it into a prompt. */
const REDACTED = "[redacted]"

/** The line of a text that shares most words with the first line of a missing part, or null. */
function nearestLine(text: string, part: string): { readonly line: number; readonly text: string } | null {
  const wanted = part
    .split("\n")
    .map(wordsOf)
    .find((words) => words.size > 0)
  if (wanted === undefined) return null
  let best: { readonly line: number; readonly text: string } | null = null
  let best_score = LEAST_ALIKE
  for (const [index, line] of text.split("\n").entries()) {
    const score = likeness(wanted, wordsOf(line))
    if (score <= best_score) continue
    best = { line: index + 1, text: line.trim().slice(0, MAX_SHOWN) }
    best_score = score
  }
  return best
}

const LEAST_ALIKE = 0.4
const MAX_SHOWN = 200
const MAX_WORDS = 60

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(
    line
      .slice(0, 2000)
      .match(/\w{1,80}/g)
      ?.slice(0, MAX_WORDS),
  )
}

/** Dice's coefficient: 1 for the same words, 0 for none in common. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const word of one) if (other.has(word)) shared += 1
  return one.size + other.size === 0 ? 0 : (2 * shared) / (one.size + other.size)
}
