import { posix } from "node:path"
import { isRecord } from "@proofloop/foundation/text"
import type * as Evidence from "@proofloop/runtime/internal/evidence"
import { loadParsers } from "../../../parsers/load_parsers.ts"

export interface CommandLine extends Found {
  /** The text outside of substitutions, where that runs a check as well. */
  readonly piped: string
  /** The checks that it runs, as the reader of commands names them; null: none. */
  readonly check: string | null
  readonly runs_tests: boolean
  /** The first script it runs that is no known check; null: none. */
  readonly script: string | null
}

interface Found {
  /** From 1. */
  readonly line: number
  /** The script it belongs to; "" where scripts have no names. */
  readonly name: string
  readonly text: string
  /** What the step of a pipeline around it is called; "" where it has no name. */
  readonly step: string
}

/** Longer files are not read for commands. UTF-16 code units. */
const MAX_TEXT = 256 * 1024

/** Whether a file holds command lines: scripts of a manifest, recipes, steps of a workflow, a shell script. */
export function holdsCommands(path: string): boolean {
  const name = posix.basename(path)
  return name === "package.json" || NAMES.has(name) || PATTERNS.some((pattern) => pattern.test(path))
}

const NAMES: ReadonlySet<string> = new Set(
  "Makefile makefile GNUmakefile justfile Justfile Taskfile.yml Taskfile.yaml tox.ini noxfile.py deno.json .travis.yml .gitlab-ci.yml appveyor.yml azure-pipelines.yml pytest.ini setup.cfg pyproject.toml conftest.py".split(
    " ",
  ),
)

const PATTERNS: readonly RegExp[] = [
  /(?:^|\/)\.github\/(?:workflows|actions)\/.{1,200}\.ya?ml$/,
  /(?:^|\/)\.circleci\/.{1,200}\.ya?ml$/,
  /\.(?:sh|bash|mk)$/,
  /(?:^|\/)(?:scripts?|ci|\.ci|bin|tools)\/[\w.-]{1,100}$/,
]

/** The command lines of a text, comments left out; a line of a Makefile, workflow or script is one. */
export async function commandsOf(path: string, text: string): Promise<readonly CommandLine[]> {
  const found = await linesOf(path, text)
  if (found.length === 0) return []
  const runtime = await loadRuntime()
  return found.map((one) => lineOf(one, path, runtime))
}

async function linesOf(path: string, text: string): Promise<readonly Found[]> {
  if (text.length > MAX_TEXT || text.includes("\0")) return []
  if (posix.basename(path) === "package.json") return scriptsOf(text)
  const is_yaml = /\.ya?ml$/.test(path)
  let step = ""
  return text.split("\n").flatMap((whole, index) => {
    const start = whole.slice(0, 2000).trim()
    const line = is_yaml ? start.replace(/^-\s{1,8}/, "") : start
    if (line === "" || /^(?:#|\/\/|;)/.test(line)) return []
    if (is_yaml && start !== line) step = ""
    if (is_yaml) step = STEP_NAME.exec(line)?.[1] ?? step
    return [{ line: index + 1, name: "", text: line, step }]
  })
}

const STEP_NAME = /^(?:name|displayName):\s{1,8}(\S.{0,200})$/

async function scriptsOf(text: string): Promise<readonly Found[]> {
  const { parseJson } = await loadParsers()
  const parsed = await parseJson(text)
  const scripts: unknown = "value" in parsed && isRecord(parsed.value) ? parsed.value.scripts : undefined
  if (!isRecord(scripts)) return []
  const lines = new Map<string, number>()
  for (const [index, line] of text.split("\n").entries()) {
    const name = /^\s{0,40}"([^"\\]{1,200})"\s{0,8}:/.exec(line)?.[1]
    if (name !== undefined) lines.set(name, index + 1)
  }
  return Object.entries(scripts).flatMap(([name, command]) =>
    typeof command === "string"
      ? [{ line: lines.get(name) ?? 1, name, text: command.slice(0, 2000), step: "" }]
      : [],
  )
}

type Runtime = Pick<typeof Evidence, "readCommand" | "isTestCheck">

/** Loaded only where a change touches command lines. */
const loadRuntime = async (): Promise<Runtime> => await import("@proofloop/runtime/internal/evidence")

/** A line with the checks in it. */
function lineOf(found: Found, path: string, { readCommand, isTestCheck }: Runtime): CommandLine {
  const read = (text: string) => readCommand(commandIn(path, text))
  const inside = /\$\(([^()]{1,400})\)/.exec(found.text)?.[1] ?? ""
  const { check: known, runs: script } = read(found.text)
  const own = (known ?? read(inside).check)?.check_id ?? null
  // A script whose step says that it tests.
  const tests = own === null && script !== null && TESTING.test(found.step)
  const check = tests ? `script-${posix.basename(script).replace(/\.\w{1,8}$/, "")}` : own
  // A pipe in `$(...)` hides no check outside of it.
  const outside = found.text.replaceAll(/\$\([^()]{0,400}\)/g, "")
  const piped = outside === found.text || read(outside).check === null ? found.text : outside
  return { ...found, piped, check, runs_tests: tests || (check !== null && isTestCheck(check)), script }
}

const TESTING = /\b(?:tests?|testing|specs?)\b/i

/** The command of a line, without what its file puts before it: a key, a recipe's signs, the call of a session. */
function commandIn(path: string, text: string): string {
  if (path.endsWith(".py"))
    return (/\.run\w{0,20}\(([^()]{1,400})/.exec(text)?.[1] ?? "").replaceAll(
      /["',]|\b\w{1,40}\s?=[^,]{0,80}/g,
      " ",
    )
  if (/\.(?:sh|bash)$/.test(path)) return text
  const [, key = "", value = ""] = KEY.exec(text) ?? []
  if (NO_COMMAND.test(key)) return ""
  const command = (key === "" ? text : value).replace(/^[@+-]{1,3}\s{0,8}/, "")
  return /^(["'])(.{1,2000})\1,?$/.exec(command)?.[2] ?? command
}

const KEY = /^["']?([\w.:-]{1,60}?)["']?\s{0,8}(?:=|:(?=\s))\s{0,8}(\S.{0,2000})$/
/** Keys that name or describe a step. */
const NO_COMMAND = /^(?:name|displayName|description|label|title|id|uses|if|when|key|path|image)$/
