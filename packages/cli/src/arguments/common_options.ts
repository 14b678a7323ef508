import { choice, flag } from "./option.ts"
import type { OptionSpec, Verb } from "./verb.ts"

const COMMON: Readonly<Record<string, OptionSpec>> = {
  json: flag("Machine output alone on stdout, everything else on stderr"),
  reporter: choice("NAME", ["human", "json"], "human (default), or json, the same as --json"),
  help: flag("Show this", "h"),
}

/** The options of a verb, with the ones every verb has. */
export function optionsOf(verb: Verb): Readonly<Record<string, OptionSpec>> {
  return { ...verb.options, ...COMMON, ...verb.options }
}
