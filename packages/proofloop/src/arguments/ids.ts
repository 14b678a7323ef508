import { idsIn } from "./accepted.ts"
import type { Input } from "./verb.ts"

/** Values of an option that may be repeated or separated by commas. */
export function readIds(input: Input, name: string): readonly string[] {
  return input.texts(name).flatMap(idsIn)
}
