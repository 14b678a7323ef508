import type { OptionSpec } from "./verb.ts"

/** An option without a value. */
export function flag(doc: string, short?: string): OptionSpec {
  return { type: "boolean", doc, ...(short === undefined ? {} : { short }) }
}

/** An option with one value; help calls it `name`. */
export function value(name: string, doc: string): OptionSpec {
  return { type: "string", value: name, doc }
}

/** An option that may be repeated. */
export function values(name: string, doc: string): OptionSpec {
  return { ...value(name, doc), multiple: true }
}

/** An option that takes one of some values. */
export function choice(name: string, choices: readonly string[], doc: string): OptionSpec {
  return { ...value(name, doc), choices }
}
