import { optionsOf } from "./common_options.ts"
import type { Verb } from "./verb.ts"

export function verbHelp(verb: Verb): string {
  return verb.actions === undefined ? actionHelp(verb) : groupHelp(verb, verb.actions)
}

function groupHelp({ name, summary, notes }: Verb, actions: readonly Verb[]): string {
  const rows = actions.map((action) => [action.name, action.summary] as const)
  const more = `  proofloop ${name} ACTION --help says more.\n`
  return [`usage: proofloop ${name} ACTION [options]\n\n${summary}\n`, `${columns(rows)}${more}`, notes]
    .filter(Boolean)
    .join("\n")
}

function actionHelp(verb: Verb): string {
  const options = Object.entries(optionsOf(verb)).map(([name, { short, value, multiple, doc }]) => {
    const flag = `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`
    return [flag, multiple === true ? `${doc}; may be repeated` : doc] as const
  })
  const usage = ["proofloop", verb.name, ...verb.positionals, "[options]"].join(" ")
  return [`usage: ${usage}\n\n${verb.summary}\n`, columns(options), verb.notes].filter(Boolean).join("\n")
}

export function commandHelp(verbs: readonly Verb[]): string {
  return `usage: proofloop VERB [options]

An agent run may neither keep retrying nor call itself done without evidence.

${columns(verbs.map(({ name, summary }) => [name, summary]))}
  proofloop VERB --help says more. Every verb knows --format and --json.

exit codes
  0 clean or verified   1 findings or not verified   2 misuse   3 escalate   130 aborted
`
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join("")
}
