import { InvalidOptionError, nearestName } from "@proofloop/foundation/errors"

export interface Persona {
  readonly id: string
  readonly view: string
}

export const PERSONAS: readonly Persona[] = [
  {
    id: "dev",
    view:
      "You maintain this code and will be called when it breaks. Look for wrong results, unhandled inputs, broken callers, " +
      "lost error handling, and tests that no longer test anything.",
  },
  {
    id: "arch",
    view:
      "You answer for the structure of this project. Look for dependencies that point the wrong way, duplicated " +
      "responsibility, public interfaces that change without need, and special cases where a rule belongs.",
  },
  {
    id: "contributor",
    view:
      "You read this repository for the first time. Look for names that mislead, comments and documentation that are not " +
      "true any more, and behaviour nobody could guess from what is written.",
  },
]

/** The personas with these ids, in this order. Throws InvalidOptionError with a "did you mean". */
export function resolvePersonas(
  ids: readonly string[],
  known: readonly Persona[] = PERSONAS,
): readonly Persona[] {
  return [...new Set(ids)].map((id) => {
    const persona = known.find((one) => one.id === id)
    if (persona !== undefined) return persona
    const names = known.map((one) => one.id)
    throw new InvalidOptionError({
      option: "personas",
      expected: `ids out of ${names.join(", ")}`,
      got: id,
      did_you_mean: nearestName(id, names),
    })
  })
}
