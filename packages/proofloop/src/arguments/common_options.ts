import { readsConfig } from "./config_keys.ts"
import { choice, flag, value } from "./option.ts"
import type { OptionSpec, Verb } from "./verb.ts"

const COMMON: Readonly<Record<string, OptionSpec>> = {
  format: choice("NAME", ["text", "json"], "text (default), or json: JSON alone on stdout"),
  json: flag("Short for --format json"),
  help: flag("Show this", "h"),
  version: flag("Show the version", "v"),
}

const CONFIG: Readonly<Record<string, OptionSpec>> = {
  config: value(
    "FILE",
    "The configuration; default the nearest proofloop.config.ts, .mts, .js, .mjs or .json",
  ),
  "no-config": flag("Read no configuration"),
}

export function optionsOf(verb: Verb): Readonly<Record<string, OptionSpec>> {
  const config = readsConfig(verb) ? CONFIG : {}
  return { ...verb.options, ...config, ...COMMON, ...verb.options }
}
