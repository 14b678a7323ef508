import { optionsOf } from "../arguments/common_options.ts"
import { commandHelp, verbHelp } from "../arguments/help.ts"
import type { Verb } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import { Misuse } from "../console/misuse.ts"

export function createHelp(verbs: readonly Verb[]): Verb {
  const help: Verb = {
    name: "help",
    summary: "Show what the command, or one verb, can do",
    positionals: ["[VERB]", "[ACTION]"],
    options: {},
    notes: "",
    async run({ positionals, json }, { stdout }) {
      const name = positionals.length === 0 ? undefined : positionals.join(" ")
      const all = [...verbs, help]
      const actions = all.flatMap((one) => one.actions ?? [])
      const verb = [...all, ...actions].find((one) => one.name === name)
      if (name !== undefined && verb === undefined) {
        throw new Misuse(`no verb ${name}`, { name, known: [...all, ...actions].map((one) => one.name) })
      }
      const shown = verb === undefined ? all : [verb]
      if (json) stdout.write(`${JSON.stringify({ verbs: shown.map(describe) })}\n`)
      else
        stdout.write(verb === undefined ? commandHelp(all, stdout.columns) : verbHelp(verb, stdout.columns))
      return EXIT_CODES.clean
    },
  }
  return help
}

function describe(verb: Verb): object {
  const { name, summary, positionals, actions } = verb
  if (actions !== undefined) return { name, summary, actions: actions.map(describe) }
  return { name, summary, positionals, options: optionsOf(verb) }
}
