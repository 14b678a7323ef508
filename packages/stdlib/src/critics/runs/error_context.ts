import { posix } from "node:path"
import { strictText } from "@proofloop/foundation/git"
import { cutCodePoints } from "@proofloop/foundation/text"
import type { RepositoryFacts } from "../../repository/facts.ts"
import type { Violation } from "../verdict.ts"

/** How many errors are shown with their surroundings. */
const MAX_EXPLAINED = 6
const MAX_SEARCHED_FILES = 500

/** The first errors with their source line, and the definition of the name they are about. */
export async function explainErrors(
  errors: readonly Violation[],
  facts: RepositoryFacts,
): Promise<readonly Violation[]> {
  const explained = await Promise.all(errors.slice(0, MAX_EXPLAINED).map((error) => explain(error, facts)))
  return [...explained, ...errors.slice(MAX_EXPLAINED)]
}

async function explain(error: Violation, facts: RepositoryFacts): Promise<Violation> {
  const source = (await linesOf(error.path, facts))[(error.line ?? 0) - 1]?.trim() ?? ""
  const name = nameIn(error.message)
  const found = name === null ? null : await definitionOf(name, error, facts)
  const parts = [
    error.message,
    ...(source === "" ? [] : [`the line is: ${cutCodePoints(source, 120)}`]),
    ...(found === null ? [] : [`${name} is defined in ${found}`]),
  ]
  return { ...error, message: cutCodePoints(parts.join("; "), 400) }
}

function nameIn(message: string): string | null {
  const found =
    /\bcall to (?:\w{1,100}\.)?(\w{1,100})|\bundefined: (?:\w{1,100}\.)?(\w{1,100})|[`'"](\w{1,100})[`'"]/.exec(
      message,
    )
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null
}

/** The first definition of a name in files of the same language, those in the same folder first. */
async function definitionOf(
  name: string,
  { path, line }: Violation,
  facts: RepositoryFacts,
): Promise<string | null> {
  const folder = posix.dirname(path)
  const files = (await facts.paths()).filter((file) => posix.extname(file) === posix.extname(path))
  const near = files.filter((file) => posix.dirname(file) === folder)
  const ordered = [...new Set([...near, ...files])].slice(0, MAX_SEARCHED_FILES)
  for (const file of ordered) {
    for (const [index, text] of (await linesOf(file, facts)).entries()) {
      if (file === path && index + 1 === line) continue
      if (text.includes(name) && defines(text, name))
        return `${file}:${index + 1}: ${cutCodePoints(text.trim(), 120)}`
    }
  }
  return null
}

function defines(text: string, name: string): boolean {
  const words = text
    .slice(0, 400)
    .split(/[^\w]/)
    .filter((word) => word !== "")
  const at = words.indexOf(name)
  return at > 0 && words.slice(0, at).some((word) => DEFINERS.has(word)) && at <= 6
}

const DEFINERS: ReadonlySet<string> = new Set(
  "func fn def function class struct trait enum interface type const static let var record object fun void".split(
    " ",
  ),
)

async function linesOf(path: string, facts: RepositoryFacts): Promise<readonly string[]> {
  return strictText(await facts.read(path))?.split(/\r?\n/) ?? []
}
