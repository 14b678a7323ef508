import { createHash } from "node:crypto"

/** SHA-256 in lower-case hex of a file's content, text as UTF-8. Native: `sha256Hex` is for code that runs without Node. */
export function sha256(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex")
}
