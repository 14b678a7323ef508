import { thrownMessage } from "@proofloop/foundation/errors"
import type { ParseResult } from "@proofloop/parsers"

/** Reads TOML 1.1 up to its first error. Integers beyond 2^53 are bigints; tables have no prototype. */
export async function parseToml(text: string): Promise<ParseResult> {
  const { parse, TomlError } = await import("smol-toml")
  try {
    return { value: parse(text, { integersAsBigInt: "asNeeded" }) }
  } catch (error) {
    const at = error instanceof TomlError ? error : { line: 1, column: 1 }
    return failed(thrownMessage(error), at.line, at.column)
  }
}

/** smol-toml adds an excerpt below its message, which can be as long as the file. */
function failed(message: string, line: number, column: number): ParseResult {
  const first = message.split("\n", 1)[0] ?? message
  const problem = { message: first.replace("Invalid TOML document: ", ""), line, column }
  return { error: problem, errors: [problem] }
}
