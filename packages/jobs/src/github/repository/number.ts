import { ForgeError } from "../../forge/forge_error.ts"

/** Throws ForgeError. */
export function requireNumber(number: number): number {
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new ForgeError(`${number} is not the number of a pull request or issue`, { retryable: false })
}
