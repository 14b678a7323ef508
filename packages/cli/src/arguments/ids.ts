import type { Input } from "./verb.ts"

/** Values of an option that may be repeated or separated by commas. */
export function readIds(input: Input, name: string): readonly string[] {
  return input
    .texts(name)
    .flatMap((text) => text.split(","))
    .map((text) => text.trim())
    .filter((text) => text !== "")
}
