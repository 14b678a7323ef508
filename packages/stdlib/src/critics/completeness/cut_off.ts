import { cutCodePoints } from "@proofloop/foundation/text"
import { languageOf } from "../../code/language.ts"
import type { Violation } from "../verdict.ts"
import type { TouchedText } from "./touched_text.ts"

/** Fewer lines are often removed on purpose: the end of a list, a last paragraph. */
const LEAST_LOST = 3

/** A file that keeps only its beginning and stops at an unnatural place: within a line or a function. */
export function cutOff({ path, before, after }: TouchedText): readonly Violation[] {
  const kept = after.trimEnd()
  if (before === null || kept === "" || !before.startsWith(kept)) return []
  const rest = before.slice(kept.length)
  const lost = rest.split("\n").slice(1)
  if (lost.filter((line) => line.trim() !== "").length < LEAST_LOST) return []
  const in_line = (rest.split("\n", 1)[0] ?? "").trim() !== ""
  const unended = !after.endsWith("\n") && before.endsWith("\n")
  if (!in_line && !unended && !(languageOf(path) !== null && isInFunction(lost))) return []
  const line = kept.split("\n").length
  const message = `the file is cut off here: the other ${lost.length} lines of what it was are gone`
  const last = kept.slice(kept.lastIndexOf("\n") + 1).trim()
  return [{ path, line, rule: "cut_off", message, evidence: cutCodePoints(last, 120) }]
}

/** The first lost line continues a block, and more than that block is lost. */
function isInFunction(lost: readonly string[]): boolean {
  const code = lost.filter((line) => line.trim() !== "")
  const [first = ""] = code
  if (!/^[ \t]/.test(first) || STARTS.test(first)) return false
  return code.length >= 8 && code.slice(1).some((line) => /^[\w@#]/.test(line))
}

const STARTS =
  /^\s*(?:[@#}\])]|\/[/*]|(?:(?:pub|export|public|private|protected|static|async|default|final|abstract)\s+)*(?:def|class|func|fn|function|struct|enum|impl|interface|type|it|test|describe)\b)/
