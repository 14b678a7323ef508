import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { nearestName, thrownMessage } from "@proofloop/foundation/errors"
import { Misuse } from "./misuse.ts"
import { flag, type Options, text } from "./option.ts"
import type { Report, Tool } from "./tool.ts"

const COMMON = {
  json: flag("the data as JSON, and nothing else on stdout"),
  out: text("DIR", "where the report is written as NAME.md and NAME.json; default .cache/lab"),
} satisfies Options

/** What a call printed and how it ended: 0 passed, 1 not, 2 misuse. */
export interface Ended {
  readonly code: 0 | 1 | 2
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs one tool by its name and options, and writes its report below `root` or to `--out`. Without a name all tools are listed.
 * Rejects with what a tool throws, but for Misuse.
 */
export async function runLab(
  args: readonly string[],
  tools: Readonly<Record<string, Tool>>,
  root: string,
): Promise<Ended> {
  const [name, ...rest] = args
  if (name === undefined || isHelp(name)) return { code: 0, stdout: listOf(tools), stderr: "" }
  try {
    const asked = toolNamed(name, tools)
    if (rest.some(isHelp)) return { code: 0, stdout: usageOf(name, asked), stderr: "" }
    const { json, out, ...values } = readCall(args, tools)
    const report = await asked.run(values)
    const file = writeReport(typeof out === "string" ? out : join(root, ".cache/lab"), name, report)
    const stdout = json === true ? JSON.stringify(report.data) : report.text.trimEnd()
    return { code: report.passed ? 0 : 1, stdout, stderr: `written to ${file}` }
  } catch (error) {
    if (!(error instanceof Misuse)) throw error
    const usage = Object.hasOwn(tools, name) ? usageOf(name, toolNamed(name, tools)) : listOf(tools)
    return { code: 2, stdout: "", stderr: `${error.message}\n\n${usage}` }
  }
}

/** The options of a call, each with its value. Throws Misuse for a name or an option that is not known. */
export function readCall(
  [name = "", ...rest]: readonly string[],
  tools: Readonly<Record<string, Tool>>,
): Readonly<Record<string, unknown>> {
  const options: Options = { ...toolNamed(name, tools).options, ...COMMON }
  const written = parse(rest, options)
  return Object.fromEntries(
    Object.entries(options).map(([option, { read }]) => [option, read(written[option] ?? [], `--${option}`)]),
  )
}

/** Throws Misuse with what was probably meant. */
export function toolNamed(name: string, tools: Readonly<Record<string, Tool>>): Tool {
  const found = Object.hasOwn(tools, name) ? tools[name] : undefined
  if (found === undefined) throw new Misuse(`there is no ${name}${hintOf(name, Object.keys(tools))}`)
  return found
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h"
}

/** Writes a report for people and for programs. Returns the path of the first. */
function writeReport(folder: string, name: string, { text: written, data }: Report): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(data, null, 2)}\n`)
  const file = join(folder, `${name}.md`)
  writeFileSync(file, `${written.trimEnd()}\n`)
  return file
}

function parse(args: readonly string[], options: Options): Readonly<Record<string, readonly string[]>> {
  const known = Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ("boolean" as const) : ("string" as const), multiple: true },
    ]),
  )
  try {
    const { values } = parseArgs({ args: [...args], options: known })
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, [value].flat().map(String)]),
    )
  } catch (error) {
    const message = thrownMessage(error)
    const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1]
    if (unknown === undefined) throw new Misuse(message, { cause: error })
    const names = Object.keys(options).map((name) => `--${name}`)
    throw new Misuse(`unknown option ${unknown}${hintOf(unknown, names)}`, { cause: error })
  }
}

function hintOf(written: string, known: readonly string[]): string {
  const near = nearestName(written, known)
  return near === null ? `; there are ${known.join(", ")}` : `; did you mean ${near}?`
}

function listOf(tools: Readonly<Record<string, Tool>>): string {
  const rows = Object.entries(tools).map(([name, { about }]) => [name, about] as const)
  return ["npm run lab -- NAME [options]    NAME --help shows its options", "", ...columns(rows)].join("\n")
}

function usageOf(name: string, { about, options }: Tool): string {
  const known = { ...options, ...COMMON, help: flag("show this") }
  const rows = Object.entries(known).map(
    ([option, { value, about: what }]) => [`--${option} ${value ?? ""}`.trimEnd(), what] as const,
  )
  const head = `npm run lab -- ${name} [options]`
  return [head, "", about, "", ...columns(rows), "", "Exit codes: 0 passed, 1 not so, 2 misuse."].join("\n")
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([first]) => first.length)) + 2
  return rows.map(([first, second]) => `  ${first.padEnd(width)}${second}`)
}
