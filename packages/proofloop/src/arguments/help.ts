import { layoutWidth, wrap } from "../console/wrap.ts"
import { optionsOf } from "./common_options.ts"
import type { Verb } from "./verb.ts"

export function verbHelp(verb: Verb, terminal: number | undefined): string {
  const width = layoutWidth(terminal)
  const { actions, runs_itself } = verb
  if (actions === undefined) return actionHelp(verb, width)
  return runs_itself === true
    ? `${actionHelp(verb, width)}\nactions\n${actionRows(actions, width)}`
    : groupHelp(verb, actions, width)
}

function actionRows(actions: readonly Verb[], width: number): string {
  return columns(
    actions.map((action) => [action.name, action.summary] as const),
    width,
  )
}

function groupHelp({ name, summary, notes }: Verb, actions: readonly Verb[], width: number): string {
  const more = `  proofloop ${name} ACTION --help says more.\n`
  return [
    `usage: proofloop ${name} ACTION [options]\n\n${reflowed(`${summary}\n`, width)}`,
    `${actionRows(actions, width)}${more}`,
    reflowed(notes, width),
  ]
    .filter(Boolean)
    .join("\n")
}

function actionHelp(verb: Verb, width: number): string {
  const options = Object.entries(optionsOf(verb)).map(([name, { short, value, multiple, doc }]) => {
    const flag = `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`
    return [flag, multiple === true ? `${doc}; may be repeated` : doc] as const
  })
  const usage = ["proofloop", verb.name, ...verb.positionals, "[options]"].join(" ")
  return [
    `usage: ${usage}\n\n${reflowed(`${verb.summary}\n`, width)}`,
    columns(options, width),
    reflowed(verb.notes, width),
  ]
    .filter(Boolean)
    .join("\n")
}

/** Verbs by what a person wants of them. */
export type VerbGroups = Readonly<Record<string, readonly Verb[]>>

export function verbsOf(groups: VerbGroups): readonly Verb[] {
  return Object.values(groups).flat()
}

export function commandHelp(groups: VerbGroups, terminal: number | undefined): string {
  const width = layoutWidth(terminal)
  const parts = Object.entries(groups).map(([title, verbs]) => `${title}\n${actionRows(verbs, width)}`)
  return `usage: proofloop VERB [options]

An agent run may neither keep retrying nor call itself done without evidence.

${parts.join("\n")}
  proofloop VERB --help says more. Every verb knows --format and --json.

exit codes
  0 clean or verified   1 findings or not verified   2 misuse   3 escalate
  130 aborted
`
}

/** A longer left side has its words on the next line. */
const MAX_LEFT = 26

function columns(rows: readonly (readonly [string, string])[], width: number): string {
  const left_width = Math.min(MAX_LEFT, Math.max(...rows.map(([left]) => left.length)))
  const indent = " ".repeat(left_width + 4)
  return rows
    .map(([left, right]) => {
      const lines = wrap(right, Math.max(20, width - left_width - 4))
      const [first = "", ...rest] = left.length > left_width ? ["", ...lines] : lines
      const head = `  ${left.padEnd(left_width)}  ${first}`.trimEnd()
      return [head, ...rest.map((line) => indent + line)].map((line) => `${line}\n`).join("")
    })
    .join("")
}

/** Paragraphs in lines of the width. A line that is indented stays a line of its own, and goes on further in. */
function reflowed(text: string, width: number): string {
  const paragraphs: string[] = []
  for (const line of text.split("\n")) {
    const last = paragraphs.at(-1)
    const goes_on = last !== undefined && last !== "" && !/^\s/.test(last) && line !== "" && !/^\s/.test(line)
    if (goes_on && !/^(?:exit codes|examples?)$/.test(last))
      paragraphs[paragraphs.length - 1] = `${last} ${line}`
    else paragraphs.push(line)
  }
  return paragraphs
    .map((paragraph) => {
      const indent = /^ */.exec(paragraph)?.[0] ?? ""
      if (paragraph.length <= width || !/ /.test(paragraph.trim())) return paragraph
      if (paragraph.trim().startsWith("npx ")) return commandLines(paragraph.trim(), indent, width)
      const [first = "", ...rest] = wrap(paragraph.trim(), width - indent.length - 2)
      return [indent + first, ...rest.map((line) => `${indent}${indent === "" ? "" : "  "}${line}`)].join(
        "\n",
      )
    })
    .join("\n")
}

/** A command to copy: each line but the last ends with a backslash, and no quoted text is broken. */
function commandLines(command: string, indent: string, width: number): string {
  const kept = command.replaceAll(/"[^"]*"/g, (quoted) => quoted.replaceAll(" ", "\u00a0"))
  const lines = wrap(kept, width - indent.length - 4).map((line) => line.replaceAll("\u00a0", " "))
  return `${indent}${lines.join(` \\\n${indent}  `)}`
}
