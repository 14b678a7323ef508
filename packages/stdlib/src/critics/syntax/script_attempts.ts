import { posix } from "node:path"
import type { ScriptAttempt } from "@proofloop/parsers"

/**
 * The ways in which a file may be read, most likely first; it is sound when one of them succeeds. JavaScript may always
 * hold JSX, since bundlers read it in `.js` too.
 */
export function scriptAttempts(path: string): readonly ScriptAttempt[] {
  const lower = path.toLowerCase()
  if (/\.d\.[mc]?ts$/.test(lower)) return declarations
  switch (posix.extname(lower)) {
    case ".ts":
    case ".mts":
      return [reading("ts", "module")]
    case ".cts":
      return [reading("ts", "commonjs")]
    case ".tsx":
      return [reading("tsx", "module")]
    case ".mjs":
      return [reading("jsx", "module")]
    case ".cjs":
      return [reading("jsx", "commonjs"), reading("jsx", "script")]
    default:
      return javascript
  }
}

const declarations: readonly ScriptAttempt[] = [reading("dts", "module"), reading("dts", "commonjs")]

const javascript: readonly ScriptAttempt[] = [
  reading("jsx", "module"),
  reading("jsx", "commonjs"),
  reading("jsx", "script"),
]

function reading(lang: ScriptAttempt["lang"], sourceType: ScriptAttempt["sourceType"]): ScriptAttempt {
  return { lang, sourceType, showSemanticErrors: true }
}

/** Neither JavaScript nor TypeScript by its extension alone: Flow, Qt's translations, MPEG streams. */
export function isOtherLanguage(path: string, bytes: Uint8Array): boolean {
  if (!/\.[mc]?[jt]sx?$/i.test(path)) return false
  const head = bytes.subarray(0, 2000)
  const text = new TextDecoder("latin1").decode(head)
  if (/\.m?ts$/i.test(path)) return head.includes(0) || /^\s{0,100}<(?:\?xml|!DOCTYPE TS)/.test(text)
  return text.includes("@flow")
}
