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

/** The same options, each of which takes its value from a key of that section, unless it has one: "pipeline.max_usd". */
export function configuredIn(
  section: string,
  options: Readonly<Record<string, OptionSpec>>,
): Readonly<Record<string, OptionSpec>> {
  return Object.fromEntries(
    Object.entries(options).map(([name, spec]) => [
      name,
      spec.config === undefined ? configured(spec, `${section}.${name.replaceAll("-", "_")}`) : spec,
    ]),
  )
}

/** The same option, which takes its value from a key of the configuration where no argument gives one. */
export function configured(spec: OptionSpec, ...config: readonly string[]): OptionSpec {
  return { ...spec, config }
}

/** The same option, which the configuration of another's repository may not decide. */
export function personal(spec: OptionSpec): OptionSpec {
  return { ...spec, personal: true }
}
