import { redactSecrets } from "@proofloop/foundation/text"
import type { Diagnostic } from "../protocol/diagnostic.ts"
import { stripTerminal } from "./terminal.ts"

const MAX_SCALARS = 240
const MAX_MESSAGE = 200
/** Control characters but line ends and tabs, and signs that turn the direction of text. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Enough context to recognise a secret that crosses the cut before it is cut. */
const MAX_READ = 640

/**
 * What people and models are shown of a failure: the first 240 Unicode scalar values of a text, trimmed and with
 * secrets redacted. Terminal escapes, control characters and signs of direction are removed.
 * @requirement evidence.snippet
 */
export function snippetOf(text: string): string {
  const start = text.slice(0, MAX_READ).trimStart() || text.trimStart().slice(0, MAX_READ)
  return detached(
    firstScalars(redactSecrets(withoutUnseen(stripTerminal(start))).trim(), MAX_SCALARS).trimEnd(),
  )
}

/** Removes everything that a terminal or a page would act upon instead of showing it. */
function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, (sign) => (sign === "\n" || sign === "\t" ? sign : ""))
}

/** A copy: a slice would keep the whole output alive for as long as the detector's state holds the snippet. */
function detached(text: string): string {
  return ` ${text}`.slice(1)
}

/** A snippet that names each failing test (or place) and what it says, one a line. */
export function evidenceSnippet(diagnosis: { readonly diagnostics: readonly Diagnostic[] }): string {
  const lines: string[] = []
  let size = 0
  for (const diagnostic of diagnosis.diagnostics) {
    if (size > MAX_SCALARS) break
    const line = renderDiagnostic(diagnostic)
    size += line.length + 1
    lines.push(line)
  }
  return snippetOf(lines.join("\n"))
}

function renderDiagnostic({ test_id, location, message, code }: Diagnostic): string {
  const name = test_id ?? location?.path ?? ""
  const flat = message.slice(0, MAX_READ).replace(/\s+/g, " ").trim() || (code ?? "")
  const short = firstScalars(flat, MAX_MESSAGE)
  if (short === "") return name
  return name === "" || flat.startsWith(name) ? short : `${name}: ${short}`
}

/** Whole characters only, and a lone surrogate counts as one. */
function firstScalars(text: string, count: number): string {
  if (text.length <= count) return text
  let end = 0
  for (let scalars = 0; scalars < count && end < text.length; scalars += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return text.slice(0, end)
}
