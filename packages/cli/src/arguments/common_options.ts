import type { OptionSpec, Verb } from "./verb.ts"

const common: Readonly<Record<string, OptionSpec>> = {
  json: { type: "boolean", doc: "Machine output alone on stdout, everything else on stderr" },
  reporter: {
    type: "string",
    value: "NAME",
    choices: ["human", "json"],
    doc: "human (default), or json, the same as --json",
  },
  help: { type: "boolean", short: "h", doc: "Show this" },
}

/** The options of a verb, with the ones every verb has. */
export function optionsOf(verb: Verb): Readonly<Record<string, OptionSpec>> {
  return { ...verb.options, ...common, ...verb.options }
}
