import type { OptionSpec } from "./verb.ts"

export function flag(doc: string, short?: string): OptionSpec {
  return { type: "boolean", doc, ...(short === undefined ? {} : { short }) }
}

/** An option with one value; help calls it `name`. */
export function value(name: string, doc: string): OptionSpec {
  return { type: "string", value: name, doc }
}

export function values(name: string, doc: string): OptionSpec {
  return { ...value(name, doc), multiple: true }
}

export function choice(name: string, choices: readonly string[], doc: string): OptionSpec {
  return { ...value(name, doc), choices }
}

/** An option that takes a whole number; help calls it `name`. */
export function count(name: string, doc: string, limits: CountLimits = {}): OptionSpec {
  const { least = 1, most = Number.MAX_SAFE_INTEGER } = limits
  return { ...value(name, doc), accepted: { kind: "count", least, most } }
}

interface CountLimits {
  /** Default 1. */
  readonly least?: number
  readonly most?: number
}

/** A port of this machine; 0 takes a free one. */
export function port(doc: string): OptionSpec {
  return count("N", doc, { least: 0, most: 65_535 })
}

export function amount(doc: string): OptionSpec {
  return { ...value("AMOUNT", doc), accepted: { kind: "amount" } }
}

/** The same option, each value of which matches the whole pattern: `words` say what is expected. */
export function matching(spec: OptionSpec, pattern: RegExp, words: string): OptionSpec {
  return { ...spec, accepted: { kind: "text", pattern, words } }
}

export function url(doc: string): OptionSpec {
  return matching(value("URL", doc), HTTP_URL, "an http or https URL such as http://127.0.0.1:11434/v1")
}

/** What a client reads as one: who reads it closer refuses more. */
const HTTP_URL = /^[ \t]{0,9}[hH][tT]{2}[pP][sS]?:[^\r\n]{1,9999}$/

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
