import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"

const encoder = new TextEncoder()

/** SHA-256 of the text's UTF-8 bytes in lowercase hex (repair-loop facts 3.3). */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(encoder.encode(text)))
}

/**
 * A 64-bit digest in hex for members of a set that are only ever compared with each other: not cryptographic, a small
 * fraction of the cost of SHA-256 (two FNV-1a lanes with different primes and a final mix).
 */
export function memberDigest(text: string): string {
  let low = 0x811c9dc5
  let high = 0x9747b28c
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
    high = (high << 13) | (high >>> 19)
  }
  return hex32(mix(low ^ text.length)) + hex32(mix(high ^ low))
}

function mix(lane: number): number {
  let bits = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

function hex32(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, "0")
}
