import { readFileSync } from "node:fs"
import { join } from "node:path"
import { thrownMessage } from "@proofloop/foundation/errors"
import { parseInput } from "../../packages/proofloop/src/arguments/parse.ts"
import { verbs } from "../../packages/proofloop/src/verbs.ts"
import { readCall, toolNamed } from "../lab/command/lab.ts"
import { tools } from "../lab/tools.ts"
import { root } from "../setup.mjs"
import { suites } from "../steps.mjs"
import type { MarkdownPage } from "./markdown_page.ts"

/** Every command of ours in a page that would be refused: another verb, option, script or step. */
export function commandProblems({ path, text }: MarkdownPage): readonly string[] {
  // A line that ends in a backslash goes on; blanks keep the numbers of the lines right.
  const lines = text.replaceAll(/ *\\\n */g, "\u0000").split("\n")
  let number = 0
  return lines.flatMap((line) => {
    number += 1
    const here = number
    number += line.split("\u0000").length - 1
    return commandsIn(line.replaceAll("\u0000", " ")).flatMap((words) => {
      const problem = problemOf(words)
      return problem === null ? [] : [`${path}:${here}: ${words.join(" ")}: ${problem}`]
    })
  })
}

/** `npx proofloop ...`, `npm run ...` and `npm test ...` in a line: up to a comment, a pipe, or the end of inline code. */
function commandsIn(line: string): readonly (readonly string[])[] {
  return [
    ...line.matchAll(/\b(?:npx proofloop|npm (?:run|test))\b(?: (?:"[^"]*"|'[^']*'|[^\s`|#&;<>"']+))*/g),
  ].map(([command]) =>
    [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2] ?? m[3] ?? ""),
  )
}

function problemOf([program, name = "", ...rest]: readonly string[]): string | null {
  if (program === "npx") return proofloopProblem(rest)
  const [script = "", ...more] = name === "run" ? rest : ["test", ...rest]
  if (!scripts.includes(script)) return `no script ${script}`
  if (script === "lab") return labProblem(more.slice(1))
  const steps = more[0] === "--" && more[1] === "--only" ? (more[2] ?? "").split(",") : []
  const unknown = script in suites ? steps.find((step) => !stepNames.has(step)) : undefined
  return unknown === undefined ? null : `no step ${unknown}`
}

const { scripts: scriptTable } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>
}
const scripts = Object.keys(scriptTable)
/** Each of these commands runs the steps of the others as well. */
const stepNames = new Set(Object.values(suites).flatMap((steps) => steps.map(({ name }) => name)))

/** Without options it is named, no more: what it needs stands in its usage. */
function labProblem(args: readonly string[]): string | null {
  const [name, ...options] = args
  if (name === undefined) return null
  try {
    if (options.length === 0) toolNamed(name, tools)
    else readCall(args, tools)
    return null
  } catch (error) {
    return thrownMessage(error)
  }
}

function proofloopProblem([name, ...argv]: readonly string[]): string | null {
  if (name === undefined || name.startsWith("-")) return null
  const verb = verbs.find((one) => one.name === name)
  if (verb === undefined) return `no verb ${name}`
  if (verb.actions !== undefined && verb.runs_itself !== true && argv.length === 0) return null
  const action = verb.actions?.find((one) => one.name === `${name} ${argv[0]}`)
  if (verb.actions !== undefined && verb.runs_itself !== true && action === undefined)
    return `no action ${name} ${argv[0]}`
  try {
    parseInput(action ?? verb, action === undefined ? argv : argv.slice(1))
    return null
  } catch (error) {
    return thrownMessage(error)
  }
}
