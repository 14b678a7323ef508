import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import type { PythonVersion, SyntaxProblem } from "@proofloop/parsers"
import { loadParsers } from "../../parsers/load_parsers.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { newProblems } from "./new_problems.ts"

interface PythonFile {
  readonly text: string
  readonly before: Uint8Array | null
  readonly version: PythonVersion
  readonly strict: boolean
}

/**
 * The problems of a Python file. No parser here knows Python 2. So a file that was Python 2 before the change, or a
 * new one in a repository with such files, is not judged.
 */
export async function pythonFileProblems(
  { text, before, version, strict }: PythonFile,
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<readonly SyntaxProblem[]> {
  const { pythonProblems } = await loadParsers()
  const problems = await pythonProblems(text, version)
  if (problems.length === 0) return problems
  const old = strictText(before)
  if (old !== null) {
    const known = await pythonProblems(old, version)
    const is_old = known.length > 0 && (await isPythonTwo(old))
    if (strict && !is_old) return problems
    return is_old ? [] : newProblems({ text, problems }, { text: old, problems: known })
  }
  const is_marked = /^#!.{0,100}\bpython2/.test(text)
  return hasOldSyntax(text) && (is_marked || (await hadPythonTwo(change, facts))) ? [] : problems
}

async function isPythonTwo(text: string): Promise<boolean> {
  if (!hasOldSyntax(text)) return false
  const { pythonProblems } = await loadParsers()
  return (await pythonProblems(text, "3.7")).length > 0
}

/** Statements of Python 2 alone; an example in a text may look like one. */
export function hasOldSyntax(text: string): boolean {
  return OLD_STATEMENTS.some((statement) => statement.test(text))
}

const OLD_STATEMENTS: readonly RegExp[] = [
  /^[ \t]{0,80}print[ \t]{1,8}(?:["'%\w]|>>)/m,
  /^[ \t]{0,80}except[ \t]{1,8}[\w.() ,]{1,200},[ \t]{0,8}\w{1,80}[ \t]{0,8}:/m,
  /(?:^|[\s(,=[])[uU][rR](?:"|')/m,
  /^[ \t]{0,80}exec[ \t]{1,8}["'\w]/m,
  /^[ \t]{0,80}raise[ \t]{1,8}[\w.[\]]{1,80},[ \t]{0,8}\S/m,
  // An octal number, and names in brackets among parameters.
  /(?<![\w.])0[0-7]{3}(?![\w.])/,
  /^[ \t]{0,80}def[ \t]{1,8}\w{1,200}\((?:[\w, ]{0,200},[ \t]{0,8})?\(\w/m,
]

/** How many files are checked for Python 2. */
const MOST_FILES = 100

async function hadPythonTwo(change: ChangeSet, facts: RepositoryFacts): Promise<boolean> {
  const before = new Map(change.files.map((file) => [file.path, file.before]))
  const paths = (await facts.paths()).filter((path) => path.endsWith(".py")).slice(0, MOST_FILES)
  for (const path of paths) {
    const bytes = before.has(path) ? (before.get(path) ?? null) : await facts.read(path)
    if (await isPythonTwo(strictText(bytes) ?? "")) return true
  }
  return false
}
