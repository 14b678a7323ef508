import type { Verb } from "../arguments/verb.ts"
import { presets } from "./presets.ts"

export function createConfig(verbs: readonly Verb[]): Verb {
  return {
    name: "config",
    summary: "Show the configuration of a project, or its JSON Schema",
    positionals: ["ACTION"],
    options: {},
    actions: actionsFor(verbs),
    notes: `One file for a project, next to its manifest: proofloop.config.ts, .mts, .js, .mjs or .json.

example
  npx proofloop config show
`,
    async run() {
      throw new Error("config has actions")
    },
  }
}

const actionsFor = (verbs: readonly Verb[]): readonly Verb[] => [
  presets,
  {
    name: "config show",
    summary: "Show each value of the configuration and its source",
    positionals: [],
    options: {},
    reads_config: true,
    notes: `A flag wins over an environment variable, that over the configuration, that over the default.

exit codes
  0 shown   2 a configuration that cannot be read
`,
    run: async (input, io) => (await import("../config_file/show_config.ts")).showConfig(input, io, verbs),
  },
  {
    name: "config schema",
    summary: "The JSON Schema of a configuration, for editors",
    positionals: [],
    options: {},
    notes: "",
    run: async (_input, io) => (await import("../config_file/show_config.ts")).showSchema(io, verbs),
  },
]
