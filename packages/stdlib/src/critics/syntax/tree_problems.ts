import { strictText } from "@proofloop/foundation/git"
import type { SyntaxProblem } from "@proofloop/parsers"
import { bareSource } from "../../code/bare_source.ts"
import { definitions } from "../../code/definitions.ts"
import { MAX_SOURCE } from "../../code/tree.ts"
import { loadParsers } from "../../parsers/load_parsers.ts"
import { UnableError } from "../../parsers/unable_error.ts"
import type { TreeFormat } from "./formats.ts"

/**
 * The problems of a file of Go, Rust or Java. A grammar may lack the newest syntax, so a file that did not parse
 * before the change is not judged.
 */
export async function treeFormatProblems(
  format: TreeFormat,
  path: string,
  text: string,
  before: Uint8Array | null,
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
  if (before === null) return BROKEN_ON_PURPOSE.test(path) ? [] : problems
  const old = strictText(before)
  return old !== null && (await treeProblems(format, old)).length === 0 ? problems : []
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
