import { posix } from "node:path"
import { type FileChange, strictText } from "@proofloop/foundation/git"
import { defineCritic } from "../critic.ts"
import { syntaxFormat } from "../syntax/formats.ts"
import { verdictOf, type Violation } from "../verdict.ts"

/** bytes: a text must stay one, in the encoding it had. @requirement critics.bytes */
export const bytes = defineCritic({
  id: "bytes",
  title: "Bytes of texts",
  description:
    "Stops a change after which a text is no longer UTF-8, has NUL bytes or characters that were decoded wrongly, or a script does not start.",
  reads_any_text: true,
  scope: "file",
  default_in: { gate: true, check: true },
  event: { type: "critic_bytes.fail" },
  check_name: "Bytes check",
  advice:
    "Write the file in UTF-8 without a byte order mark, with the characters and the line ends that it had.",
  check: ({ files }) => verdictOf(files.flatMap((file) => violationsIn(file).slice(0, 1))),
})

function violationsIn({ path, before, after }: FileChange): readonly Violation[] {
  if (after === null) return []
  const [old, now] = [strictText(before), strictText(after)]
  const found = (rule: string, message: string, line: number, evidence: string): Violation[] => [
    { path, line, rule, message, evidence },
  ]
  if (now === null) {
    // The syntax critic says it of the formats that it reads.
    if (old === null || old.includes("\0") || syntaxFormat(path) !== undefined) return []
    return found("not_utf8", "the file was UTF-8 and is not any more", firstBadLine(after), "")
  }
  if (old !== null && now.includes("\0") && !old.includes("\0"))
    return found("nul", "a NUL byte stands in the text", lineAt(now, now.indexOf("\0")), "\\0")
  const [first = ""] = now.split("\n", 1)
  const was_carriage = old?.split("\n", 1)[0]?.endsWith("\r") === true
  if (first.startsWith("#!") && first.endsWith("\r") && !was_carriage)
    return found(
      "carriage_return",
      "the #! line ends in \\r, so the system finds no such program",
      1,
      first.trim(),
    )
  if (posix.extname(path) === ".json" && startsWithMark(after) && !startsWithMark(before))
    return found("byte_order_mark", "JSON has no byte order mark, and many readers refuse it", 1, "\\ufeff")
  return old === null ? [] : wrongCharacters(path, old, now)
}

/** Characters that a wrong decoding leaves: U+FFFD, or UTF-8 that was read as one byte a character. */
function wrongCharacters(path: string, old: string, now: string): readonly Violation[] {
  const known = new Set(old.split("\n"))
  const folded = new Set([...known].filter(hasOthers).map(withoutOthers))
  return now.split("\n").flatMap((text, index) => {
    if (known.has(text)) return []
    const place = { path, line: index + 1 }
    // A new line may speak of the sign.
    if (text.includes("\uFFFD") && folded.has(withoutOthers(text))) {
      const message = "a character was lost in decoding, and U+FFFD stands in its place"
      return [{ ...place, rule: "replacement_character", message, evidence: "\uFFFD" }]
    }
    const meant = readAgain(text)
    if (meant === null || !known.has(meant)) return []
    const message = "the line is as it was, with UTF-8 read in another encoding"
    return [{ ...place, rule: "wrong_decoding", message, evidence: text.trim().slice(0, 120) }]
  })
}

function hasOthers(text: string): boolean {
  return withoutOthers(text) !== text
}

/** With one sign for all that is not ASCII, which is what a wrong decoding changes. */
function withoutOthers(text: string): string {
  return text.replaceAll(/[\u0080-\uffff]+/g, "\uFFFD")
}

/** The text whose UTF-8 was read as Windows-1252; null: it is none. */
function readAgain(text: string): string | null {
  if (!/[\u00C2-\u00F4]/.test(text)) return null
  const as_bytes = Array.from(text, (character) => byteOf.get(character) ?? character.charCodeAt(0))
  if (as_bytes.some((one) => one > 255)) return null
  return strictText(Uint8Array.from(as_bytes))
}

/** The bytes of Windows-1252 that are not those of Latin-1. */
const byteOf: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 32 }, (_none, index) => {
    const byte = 0x80 + index
    return [new TextDecoder("windows-1252").decode(Uint8Array.of(byte)), byte] as const
  }),
)

function startsWithMark(content: Uint8Array | null): boolean {
  return content !== null && content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf
}

function firstBadLine(content: Uint8Array): number {
  const text = new TextDecoder("utf-8").decode(content)
  return lineAt(text, text.indexOf("\uFFFD"))
}

function lineAt(text: string, index: number): number {
  return text.slice(0, Math.max(0, index)).split("\n").length
}
