import { definitions } from "@proofloop/stdlib/critics"
import type { Finding } from "../analyser.ts"
import { holds, lacks } from "../finding.ts"
import { isGenerated, type Repository, type TextFile } from "../repository/repository.ts"

export const LONG_FILE = 1000
export const LONG_FUNCTION = 150
/** A long file with fewer functions is a table. */
const LEAST_FUNCTIONS = 10
const MAX_PARSED = 100
const MAX_PLACES = 10
const MAX_CHARACTERS = 200_000
const MAX_PYTHON = 60_000

/** Sources that are too long to read, without tables and generated ones. */
export async function longFiles(repository: Repository): Promise<Finding | null> {
  const places: { path: string; lines: number }[] = []
  for await (const { path, text } of repository.texts(repository.sources)) {
    const lines = text.split("\n").length - 1
    if (lines <= LONG_FILE || isGenerated(text)) continue
    const found = await functionsOf({ path, text })
    if (found === null || found.length >= LEAST_FUNCTIONS) places.push({ path, lines })
  }
  places.sort((left, right) => right.lines - left.lines)
  const [source] = repository.sources
  const [first] = places
  if (source === undefined) return null
  if (first === undefined) return holds(source, null, "no source is very long")
  return lacks(
    places
      .slice(0, MAX_PLACES)
      .map(({ path, lines }) => ({ path, line: 1, what: `${lines} lines in one file` })),
    {
      title: `Split ${first.path}`,
      description: `${first.path} has ${first.lines} lines. Move what belongs together into files of its own; callers stay as they are.`,
      file_hints: [first.path],
      action: "modify",
    },
    Math.max(0, 1 - 2 * (places.length / repository.sources.length)),
  )
}

/** Functions that are too long to read, in the largest sources that parse. */
export async function longFunctions(repository: Repository): Promise<Finding | null> {
  const files: TextFile[] = []
  for await (const file of repository.texts(repository.sources)) {
    if (!isGenerated(file.text)) files.push(file)
  }
  files.sort((left, right) => right.text.length - left.text.length || (left.path < right.path ? -1 : 1))
  let all = 0
  const places: { path: string; line: number; name: string; lines: number }[] = []
  for (const file of files.slice(0, MAX_PARSED)) {
    repository.signal?.throwIfAborted()
    for (const { name, line, range } of (await functionsOf(file)) ?? []) {
      const lines = codeLines(file.text.slice(range.start, range.end))
      all += 1
      if (lines > LONG_FUNCTION) places.push({ path: file.path, line, name, lines })
    }
  }
  places.sort((left, right) => right.lines - left.lines)
  const [first] = places
  if (all === 0) return null
  if (first === undefined) return holds(files[0]?.path ?? ".", null, "no function is very long")
  return lacks(
    places
      .slice(0, MAX_PLACES)
      .map(({ path, line, name, lines }) => ({ path, line, what: `${name} has ${lines} lines of code` })),
    {
      title: `Divide ${first.name} in ${first.path}`,
      description: `${first.path}:${first.line} ${first.name} has ${first.lines} lines of code. Give its steps names of their own.`,
      file_hints: [first.path],
      action: "modify",
    },
    Math.max(0, 1 - 10 * (places.length / all)),
  )
}

/** null: too long to parse quickly, or it does not parse. */
async function functionsOf({ path, text }: TextFile) {
  if (text.length > (path.endsWith(".py") ? MAX_PYTHON : MAX_CHARACTERS)) return null
  const found = await definitions(path, text).catch(() => null)
  return found?.filter(({ kind }) => kind === "function" || kind === "method") ?? null
}

/** The lines that are neither blank nor a comment nor, in Python, a docstring. */
function codeLines(text: string): number {
  let count = 0
  let is_text = false
  for (const line of text.split("\n")) {
    const marks = line.split(/"""|'''/).length - 1
    const was_text = is_text
    if (marks % 2 === 1) is_text = !is_text
    if (was_text || marks > 0 || line.trim() === "" || /^\s{0,200}(?:\/\/|#|\*|\/\*)/.test(line)) continue
    count += 1
  }
  return count
}
