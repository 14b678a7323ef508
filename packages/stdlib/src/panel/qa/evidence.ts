import { cutCodePoints } from "@proofloop/foundation/text"
import type { QaAnswer } from "./reply.ts"

export interface SuppliedFile {
  /** Path relative to the root, with "/". */
  readonly path: string
  readonly text: string
}

export type FlipReason =
  | "handled-without-evidence"
  | "unparseable-loc"
  | "file-not-in-diff"
  | "bad-line-number"
  | "line-out-of-range"

export interface CheckedAnswers {
  /** The answers, in which a "handled" without evidence became "gap". */
  readonly answers: readonly QaAnswer[]
  readonly flips: number
}

/** "handled" counts only with a line of a file the defender was shown; else it is a gap. @requirement critics.qa */
export function checkEvidence(answers: readonly QaAnswer[], files: readonly SuppliedFile[]): CheckedAnswers {
  let flips = 0
  const checked = answers.map((answer) => {
    const reason = answer.verdict === "handled" ? whyNoEvidence(answer.evidence_loc, files) : null
    if (reason === null) return answer
    flips += 1
    const rationale = cutCodePoints(`[auto-flipped from handled: ${reason}] ${answer.rationale}`, 400)
    return { ...answer, verdict: "gap" as const, rationale }
  })
  return { answers: checked, flips }
}

function whyNoEvidence(loc: string | null, files: readonly SuppliedFile[]): FlipReason | null {
  const text = loc?.trim() ?? ""
  if (text === "") return "handled-without-evidence"
  const match = /^(?<path>[^\s:]{1,180}\.[A-Za-z0-9_]{1,20}):(?<line>\d{1,20})(?::\d{1,20})?$/.exec(text)
  const { path, line } = match?.groups ?? {}
  if (path === undefined || line === undefined) return "unparseable-loc"
  const file = findFile(path, files)
  if (file === undefined) return "file-not-in-diff"
  const number = Number(line)
  if (!Number.isSafeInteger(number) || number < 1) return "bad-line-number"
  return number <= file.text.split("\n").length ? null : "line-out-of-range"
}

/** An exact path wins over one with the same ending, in either direction. */
function findFile(path: string, files: readonly SuppliedFile[]): SuppliedFile | undefined {
  const wanted = plainPath(path)
  const unprefixed = wanted.replace(/^[ab]\//, "")
  return (
    files.find((file) => plainPath(file.path) === wanted) ??
    files.find((file) => plainPath(file.path) === unprefixed) ??
    files.find((file) => endsAlike(plainPath(file.path), unprefixed))
  )
}

function plainPath(path: string): string {
  return path.replace(/^[./]{1,200}/, "")
}

function endsAlike(a: string, b: string): boolean {
  return a.endsWith(`/${b}`) || b.endsWith(`/${a}`)
}
