import { readNumber } from "./read_member.ts"
import type { RecordedTurn } from "./session.ts"

/** What a response cost: the first member there is of each list of names; undefined where one of the two is missing. */
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
