import { optionsOf } from "../arguments/common_options.ts"
import { commandHelp, type VerbGroups, verbHelp, verbsOf } from "../arguments/help.ts"
import type { Verb } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import { Misuse } from "../console/misuse.ts"

/** The verb `help`, at the end of the first group. */
export function withHelp(given: VerbGroups): VerbGroups {
  const help: Verb = {
    name: "help",
    summary: "Show what the command, or one verb, can do",
    positionals: ["[VERB]", "[ACTION]"],
    options: {},
    notes: "",
    async run({ positionals, json }, { stdout }) {
      const name = positionals.length === 0 ? undefined : positionals.join(" ")
      const all = verbsOf(groups)
      const actions = all.flatMap((one) => one.actions ?? [])
      const verb = [...all, ...actions].find((one) => one.name === name)
      if (name !== undefined && verb === undefined) {
        throw new Misuse(`no verb ${name}`, { name, known: [...all, ...actions].map((one) => one.name) })
      }
      const shown = verb === undefined ? all : [verb]
      if (json) stdout.write(`${JSON.stringify({ verbs: shown.map(describe) })}\n`)
      else
        stdout.write(
          verb === undefined ? commandHelp(groups, stdout.columns) : verbHelp(verb, stdout.columns),
        )
      return EXIT_CODES.clean
    },
  }
  const [[title, first] = ["", []], ...others] = Object.entries(given)
  const groups: VerbGroups = { [title]: [...first, help], ...Object.fromEntries(others) }
  return groups
}

function describe(verb: Verb): object {
  const { name, summary, positionals, actions, runs_itself } = verb
  const parts = actions === undefined ? {} : { actions: actions.map(describe) }
  if (actions !== undefined && runs_itself !== true) return { name, summary, ...parts }
  return { name, summary, positionals, options: optionsOf(verb), ...parts }
}
