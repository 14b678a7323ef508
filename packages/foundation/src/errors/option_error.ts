import type { ZodError } from "zod"
import { expectedBy } from "./expected_by.ts"
import { InvalidOptionError, nearestName } from "./invalid_option.ts"

/**
 * The error of the first option that a schema refuses; an unknown name comes first. `known`: the valid names at the
 * issue's path, such as the keys of a nested option.
 */
export function optionError(
  { issues }: ZodError,
  options: unknown,
  known: (path: readonly string[]) => readonly string[],
): InvalidOptionError {
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0]
  const path = issue?.path.map(String) ?? []
  if (issue?.code === "unrecognized_keys") {
    const [key = ""] = issue.keys
    const names = known(path)
    return new InvalidOptionError({
      option: [...path, key].join("."),
      expected: `one of ${names.join(", ")}`,
      got: key,
      did_you_mean: nearestName(key, names),
    })
  }
  const got = path.reduce<unknown>(
    (value, key) => Object.entries(value ?? {}).find(([name]) => name === key)?.[1],
    options,
  )
  return new InvalidOptionError({
    option: path.join(".") || "options",
    expected: expectedBy(issue?.message),
    got,
  })
}
