import { InvalidOptionError, nearestName } from "./invalid_option.ts"

/** One of these names. Throws InvalidOptionError with the nearest of them for anything else. */
export function nameOption<Name extends string>(
  option: string,
  value: unknown,
  names: readonly Name[],
): Name {
  const found = names.find((name) => name === value)
  if (found !== undefined) return found
  throw new InvalidOptionError({
    option,
    expected: `one of ${names.join(", ")}`,
    got: value,
    did_you_mean: typeof value === "string" ? nearestName(value, names) : null,
  })
}

/** A whole number within both bounds. Throws InvalidOptionError for anything else. */
export function numberOption(option: string, value: unknown, least: number, most: number): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most) {
    return value
  }
  throw new InvalidOptionError({ option, expected: `a whole number from ${least} to ${most}`, got: value })
}

/** Whether an option has a value: null stands for absent. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
