import { failedParse, type ParseResult } from "./parse_result.ts"
import { loadPeer } from "./peer.ts"

/**
 * Reads TOML 1.1 with smol-toml, an optional peer: throws only when that is missing. Duplicate keys and tables are
 * errors, a space before a key is allowed. The parser stops at the first error. Integers beyond 2^53 are bigints; tables
 * have no prototype.
 */
export async function parseToml(text: string): Promise<ParseResult> {
  const { parse, TomlError } = await loadPeer("smol-toml", () => import("smol-toml"))
  try {
    return { value: parse(text, { integersAsBigInt: "asNeeded" }) }
  } catch (error) {
    const at = error instanceof TomlError ? error : { line: 1, column: 1 }
    return failed(error instanceof Error ? error.message : String(error), at.line, at.column)
  }
}

/** smol-toml adds an excerpt below its message, which can be as long as the file. */
function failed(message: string, line: number, column: number): ParseResult {
  const first = message.split("\n", 1)[0] ?? message
  const problem = { message: first.replace("Invalid TOML document: ", ""), line, column }
  return failedParse([problem]) ?? { value: undefined }
}
