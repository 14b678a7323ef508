import { readNumber } from "@proofloop/foundation/text"
import type { RecordedTurn } from "./session.ts"

/** The tokens of a response: the first present member of each list of names; undefined if one of the two is missing. */
export function readTokens(
  usage: unknown,
  input_names: readonly string[],
  output_names: readonly string[],
): RecordedTurn["tokens"] {
  const [input, output] = [input_names, output_names].map((names) =>
    names.map((name) => readNumber(usage, name)).find((count) => count !== undefined),
  )
  return input === undefined || output === undefined ? undefined : { input, output }
}
