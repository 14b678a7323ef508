import { sha256Hex } from "@proofloop/foundation/text"

const BEGIN = "<!-- proofloop:begin -->"
const END = /\n<!-- proofloop:end ([0-9a-f]{16}) -->/
/** What a forge takes as a body. */
const LONGEST = 65_536

/** Our part of a body, between invisible marks; the last one shows whether somebody has edited it. */
export function markedPart(text: string): string {
  return `${BEGIN}\n${text}\n<!-- proofloop:end ${digestOf(text)} -->`
}

/**
 * The same body with another text in our part; the text around it is kept. A part that somebody has edited or removed
 * is theirs, and the body stays unchanged, as it does when there is no room.
 */
export function withPart(body: string, text: string): string {
  const whole = body.replaceAll("\r\n", "\n")
  const from = whole.indexOf(`${BEGIN}\n`)
  const [mark, digest] = END.exec(from === -1 ? "" : whole.slice(from)) ?? []
  if (mark === undefined) return body
  const end = whole.indexOf(mark, from)
  const part = whole.slice(from + BEGIN.length + 1, end)
  if (digestOf(part) !== digest || part === text) return body
  const renewed = `${whole.slice(0, from)}${markedPart(text)}${whole.slice(end + mark.length)}`
  return renewed.length > LONGEST ? body : renewed
}

function digestOf(text: string): string {
  return sha256Hex(text.trim()).slice(0, 16)
}
