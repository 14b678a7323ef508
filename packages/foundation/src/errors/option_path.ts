import { nearestName } from "./invalid_option.ts"
/** `owner.names[0].first`, as an error names an option. */
export function optionPath(owner: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : `${text}.${String(step)}`),
    owner,
  )
}

/** What stands at a path of a value; undefined where it ends before. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value
  for (const step of path) at = typeof at === "object" && at !== null ? Reflect.get(at, step) : undefined
  return at
}

/** The known option that was meant by a name, however it is cased; null: none is near. */
export function meantOption(name: string, known: readonly string[]): string | null {
  const snake_case = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase()
  return nearestName(name, known) ?? nearestName(snake_case, known)
}
