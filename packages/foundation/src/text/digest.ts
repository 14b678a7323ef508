import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"

const encoder = new TextEncoder()
const BYTES: readonly string[] = Array.from({ length: 256 }, (_, code) => code.toString(16).padStart(2, "0"))

/** Characters that are encoded at once: the bytes of a long text are never all in memory. */
const PIECE = 1 << 20

/** SHA-256 of the text's UTF-8 bytes in lowercase hex. */
export function sha256Hex(text: string): string {
  if (text.length <= PIECE) return bytesToHex(sha256(encoder.encode(text)))
  const hash = sha256.create()
  for (let start = 0; start < text.length;) {
    const end = start + PIECE
    // Never between the halves of a character.
    const whole = (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end
    hash.update(encoder.encode(text.slice(start, whole)))
    start = whole
  }
  return bytesToHex(hash.digest())
}

/**
 * A 53-bit key for members of sets that are only ever compared with each other. Not cryptographic, at a small
 * fraction of the cost of SHA-256 (FNV-1a and a second lane fed by it, both mixed at the end).
 */
export function memberKey(text: string): number {
  let low = 0x811c9dc5
  let high = 0x9747b28c
  for (let index = 0; index < text.length; index += 1) {
    low = Math.imul(low ^ text.charCodeAt(index), 0x01000193)
    high = (((high << 5) | (high >>> 27)) + low) | 0
  }
  const mixed = mix(low ^ text.length)
  return (mix(high ^ mixed) >>> 0) * 0x200000 + (mixed >>> 11)
}

/** A key of `memberKey` in 14 hex digits. */
export function memberDigest(text: string): string {
  return keyDigest(memberKey(text))
}

/** 53 bits as 7 bytes. Uses a table, because `toString(16)` of such large numbers is many times slower. */
export function keyDigest(key: number): string {
  const high = Math.floor(key / 0x1_0000_0000)
  const low = key >>> 0
  return (
    byte(high >>> 16) +
    byte(high >>> 8) +
    byte(high) +
    byte(low >>> 24) +
    byte(low >>> 16) +
    byte(low >>> 8) +
    byte(low)
  )
}

function byte(bits: number): string {
  return BYTES[bits & 0xff] ?? ""
}

function mix(lane: number): number {
  let bits = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}
