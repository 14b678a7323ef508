import { extname } from "node:path"
import { type ChangeSet, type FileChange, strictText } from "@proofloop/foundation/git"
import type { SyntaxProblem } from "@proofloop/parsers"
import { bareSource } from "../../code/bare_source.ts"
import { definitions } from "../../code/definitions.ts"
import { MAX_SOURCE } from "../../code/tree.ts"
import { loadParsers } from "../../parsers/load_parsers.ts"
import { UnableError } from "../../parsers/unable_error.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { conflictMarkers } from "./conflict_markers.ts"
import type { TreeFormat } from "./formats.ts"

/**
 * The problems of a file that only a grammar reads. A grammar may lack syntax, old or new, so a file that did not parse
 * before the change is not judged. In a repository with such files, a new one is told only when its brackets show it.
 */
export async function treeFormatProblems(
  format: TreeFormat,
  { path, text, before }: Pick<FileChange, "path" | "before"> & { readonly text: string },
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<readonly SyntaxProblem[]> {
  if (text.length > MAX_SOURCE) throw new UnableError(`${path} is too large to be read`)
  // G7 reads definitions of the same text, and a text with definitions is sound.
  if ((await definitions(path, text)) !== null) return []
  const parsers = await loadParsers()
  const treeProblems = (source: TreeFormat, code: string) =>
    parsers.treeProblems(source, source === "rust" ? withoutNewest(code) : code)
  if (format === "rust" && isRustBeforeOne(text)) return []
  const problems = await treeProblems(format, text)
  if (problems.length === 0) return problems
  if (before === null) {
    if (BROKEN_ON_PURPOSE.test(path)) return []
    const isUnknown = async (source: string) => (await treeProblems(format, source)).length > 0
    const is_shown = hasOpenBrackets(text, format) || conflictMarkers(text).length > 0
    return is_shown || !(await hasUnknownSyntax(extname(path), isUnknown, change, facts)) ? problems : []
  }
  const old = strictText(before)
  if (old === null || (await treeProblems(format, old)).length > 0) return []
  // A macro may stand for anything in C++.
  return format !== "cpp" || (hasOpenBrackets(text, format) && !hasOpenBrackets(old, format))
    ? problems
    : problems.filter((problem) => isPlainSlip(problem, text))
}

/** A missing semicolon without a macro near it. */
function isPlainSlip({ message, line }: SyntaxProblem, text: string): boolean {
  const lines = text.split("\n").slice(Math.max(0, line - 2), line + 1)
  return message === "; is missing" && !/\b[A-Z][A-Z\d_]{2,}\b/.test(lines.join("\n"))
}

/** How many files are parsed to find out. */
const MOST_FILES = 40

/** Whether a file of the repository before the change does not parse either; those that the change touches come first. */
async function hasUnknownSyntax(
  ending: string,
  isUnknown: (text: string) => Promise<boolean>,
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<boolean> {
  const touched = new Map(change.files.map(({ path, before }) => [path, before]))
  const others = (await facts.paths()).filter((path) => !touched.has(path))
  const paths = [...[...touched].flatMap(([path, before]) => (before === null ? [] : [path])), ...others]
  for (const path of paths.filter((one) => extname(one) === ending).slice(0, MOST_FILES)) {
    if (BROKEN_ON_PURPOSE.test(path)) continue
    const text = strictText(touched.get(path) ?? (await facts.read(path)))
    if (text !== null && text.length <= MAX_SOURCE && (await isUnknown(text))) return true
  }
  return false
}

const PAIRS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" }

/** Whether a bracket outside of strings and comments has no partner, or a string does not end. */
function hasOpenBrackets(text: string, format: TreeFormat): boolean {
  // A bracket may be a character.
  const bare = bareSource(text.replaceAll(/'(?:[^\\'\n]|\\.)'/g, "' '"), format)
  const open: string[] = []
  for (const sign of bare) {
    if ("([{".includes(sign)) open.push(sign)
    else if (sign in PAIRS && open.pop() !== PAIRS[sign]) return true
  }
  return open.length > 0
}

/** Syntax and modules that Rust had before 1.0, which no parser knows. */
export function isRustBeforeOne(text: string): boolean {
  return BEFORE_ONE.test(bareSource(text, "rust"))
}

const BEFORE_ONE =
  /#\[deriving\(|#!?\[phase\(|\buse std::[\w:]{1,60}::\{mod\b|\bproc\([\w, ]{0,60}\)\s{0,9}\{|\bstd::io::(?:IoResult|net::)|\bstd::from_str\b/

/** A text of the same length without `safe` in blocks of `unsafe extern`, which the grammar does not know. */
function withoutNewest(text: string): string {
  return text.replaceAll(/\bsafe(?=[ \t]{1,8}(?:fn|static)\b)/g, "    ")
}

/** Folders where tests of compilers and formatters keep invalid code. */
const BROKEN_ON_PURPOSE = /(?:^|\/)(?:testdata|fixtures?|ui|compile[-_]fail|trybuild|invalid|bad)\//
