import { isTestPath } from "@proofloop/foundation/paths"
import type { RepositoryFacts } from "../../repository/facts.ts"

/** Whether a file is a template for another file: a project template's path has placeholders, a Helm chart has a folder. */
export async function isTemplate(path: string, facts: RepositoryFacts): Promise<boolean> {
  if (path.includes("{{")) return true
  const parts = path.split("/")
  for (const [index, part] of parts.slice(0, -1).entries()) {
    if (part !== "templates") continue
    if (await facts.exists([...parts.slice(0, index), "Chart.yaml"].join("/"))) return true
  }
  return false
}

/** Whether a file in a templates folder has placeholders, which its format does not know. */
export function isSkeleton(path: string, text: string): boolean {
  return (
    /(?:^|\/)(?:templates?|skeletons?|scaffolds?|blueprints?|cookiecutters?)\//.test(path) &&
    hasPlaceholder(text)
  )
}

/** Whether a text has places that a program fills in. */
export function hasPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text)
}

const PLACEHOLDER = /\{\{[^{}\n]{1,200}\}\}|\{%-?\s|<%[-=]?\s|^[ \t]{0,80}\$\{?\w{1,80}\}?[ \t]{0,8}$/m

/** Whether a file that tests are given says by its name, or by that of its folder, that it does not parse. */
export function isBrokenOnPurpose(path: string): boolean {
  if (isTestPath(path) && OF_BROKEN.test(path)) return true
  return GIVEN.test(path) && SAYS_SO.test(path.slice(path.lastIndexOf("/") + 1))
}

const GIVEN = /(?:^|\/)(?:__fixtures__|fixtures?|testdata|test[-_]data|test[-_]cases)\//
const OF_BROKEN = /\/(?:invalid|malformed|broken|syntax[-_]errors?|unpars[ae]?able)\//
const SAYS_SO =
  /(?:^|[-_.])(?:(?:syntax|parser?|parsing)[-_]?errors?|invalid|malformed|unpars[ae]?able|broken|corrupt(?:ed)?)(?:[-_.]|$)/i

/** A statement of Jinja at the very start of a line is never YAML, not even in a block of text. */
export function hasTemplateStatement(text: string): boolean {
  return /^\{%/m.test(text)
}
