import type { Misuse } from "../console/misuse.ts"

/** What a value of an option has to be: the same for arguments and for the configuration. */
export type Accepted =
  | { readonly kind: "count"; readonly least: number; readonly most: number }
  | { readonly kind: "amount" }
  /** Some of these names, with commas. */
  | { readonly kind: "names"; readonly known: readonly string[] }
  | {
      readonly kind: "text"
      /** The whole value matches it, and it has no flags: the JSON Schema has it as well. */
      readonly pattern: RegExp
      readonly words: string
    }

export function isAccepted(accepted: Accepted, text: string): boolean {
  if (accepted.kind === "text") return accepted.pattern.test(text)
  if (accepted.kind === "names") return unknownAmong(accepted, text) === null
  if (accepted.kind === "amount") return /^\d{1,9}(?:\.\d{1,6})?$/.test(text)
  const count = Number(text)
  return /^\d{1,16}$/.test(text) && count >= accepted.least && count <= accepted.most
}

/** What is expected, in words: "a whole number of at least 1". */
export function acceptedWords(accepted: Accepted): string {
  if (accepted.kind === "text") return accepted.words
  if (accepted.kind === "amount") return "an amount such as 2.50"
  if (accepted.kind === "names") return `one of ${accepted.known.join(", ")}`
  const { least, most } = accepted
  return most === Number.MAX_SAFE_INTEGER
    ? `a whole number of at least ${least}`
    : `a whole number from ${least} to ${most}`
}

/** The name that is not known, with those that are; null where anything else is wrong. */
export function unknownAmong(accepted: Accepted, text: string): Misuse["unknown"] {
  if (accepted.kind !== "names") return null
  const { known } = accepted
  const name = idsIn(text).find((one) => !known.includes(one))
  return name === undefined ? null : { name, known }
}

export function idsIn(text: string): readonly string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
}
