import { posix } from "node:path"
import type { ChangeSet, FileChange } from "@proofloop/foundation/git"
import * as z from "zod"
import type { Fingerprint } from "../../repository/fingerprint.ts"
import { FRAMEWORKS } from "../../repository/frameworks.ts"
import { defineCritic } from "../critic.ts"
import { addedLines, docText, isDoc } from "../docs/doc_text.ts"
import { type Violation, verdictOf } from "../verdict.ts"
import { frameworksOfFiles } from "./ecosystems.ts"
import { frameworkMentions, type Mention } from "./framework_mentions.ts"
import { allDependencies, canGround, groundedFrameworks } from "./grounded_frameworks.ts"

/** G11: documentation that names a framework the repository does not have. @requirement critics.G11 */
export const frameworkGrounding = defineCritic({
  id: "G11",
  title: "Framework grounding",
  description:
    "Stops documentation that claims a framework which no manifest of the repository declares, such as React in a Rust tool.",
  scope: "repository",
  default_in: { gate: true, check: true },
  input: z.object({ allowed_frameworks: z.array(z.string()).default([]) }),
  event: { type: "critic_content_grounding.fail" },
  check_name: "Content grounding",
  advice:
    "Describe only what the repository really uses; leave out every framework its manifests do not declare.",
  async check(change, facts, { allowed_frameworks }) {
    const docs = change.files.filter(({ path, after }) => after !== null && isDoc(path) && !isOfOthers(path))
    if (docs.length === 0) return { status: "pass" }
    const fingerprint = await facts.fingerprint()
    if (!canGround(fingerprint)) return { status: "pass" }
    const allowed = allowed_frameworks.map((name) => name.toLowerCase())
    const named = new Set(allDependencies(fingerprint).flatMap((name) => name.toLowerCase().split(/[^a-z]/)))
    const of_files = frameworksOfFiles(await facts.paths())
    const grounded = new Set([...groundedFrameworks(fingerprint), ...of_files, ...allowed])
    const claims = docs.flatMap((doc) =>
      addedMentions(doc)
        .filter(({ id }) => !grounded.has(id) && !named.has(id))
        .filter((mention) => !isOfBridge(mention, doc, fingerprint) && !isOfListed(mention, doc))
        .map((mention) => ({ path: doc.path, mention })),
    )
    const known = new Set(claims.length === 0 ? [] : namedBefore(change))
    return verdictOf(
      claims
        .filter(({ mention }) => !known.has(mention.id))
        .map(({ path, mention }) => violationOf(path, mention, fingerprint)),
    )
  },
})

/** The names in touched documents before the change, including documents that moved or went: their claims are not new. */
function namedBefore({ files }: ChangeSet): readonly string[] {
  return files
    .filter(({ path }) => isDoc(path))
    .flatMap(({ before }) => frameworkMentions(docText(before) ?? "").map(({ id }) => id))
}

/** The names in the added lines of a document: each framework once a line, in the order of the table. */
function addedMentions({ before, after }: FileChange): readonly Mention[] {
  const text = docText(after) ?? ""
  const added = addedLines(docText(before), text.split("\n"))
  const seen = new Set<string>()
  return frameworkMentions(text)
    .filter(({ id, line }) => added.has(line) && !seen.has(`${line} ${id}`) && seen.add(`${line} ${id}`))
    .sort((left, right) => orderOf(left.id) - orderOf(right.id) || left.line - right.line)
}

/** The paragraph names a package that joins the framework to one of the repository: "fastify-express" with Fastify. */
function isOfBridge(
  { id, line }: Mention,
  { after }: FileChange,
  { declared_frameworks }: Fingerprint,
): boolean {
  const own = new Set(declared_frameworks?.map((name) => name.toLowerCase()))
  const lines = (docText(after) ?? "").split("\n")
  const isBlank = (at: number) => (lines[at] ?? "").trim() === ""
  let [from, until] = [line, line]
  while (!isBlank(from - 1) && line - from < MOST_LINES) from -= 1
  while (!isBlank(until + 1) && until - line < MOST_LINES) until += 1
  const words = lines
    .slice(from, until + 1)
    .join("\n")
    .toLowerCase()
    .matchAll(/[\w.-]{1,200}/g)
  return [...words].some(([word]) => {
    const parts = word.split("-")
    return parts.includes(id) && parts.some((part) => part !== id && own.has(part))
  })
}

/** The line is an item of a list, or a row of a table, about a project of somebody else that it links to. */
function isOfListed({ id, line }: Mention, { after }: FileChange): boolean {
  const text = (docText(after) ?? "").split("\n", line + 1)[line] ?? ""
  const linked = LISTED.exec(text)?.[1]?.toLowerCase()
  return linked !== undefined && linked !== id
}

/** The name of the repository or the package. */
const LISTED =
  /^[ \t]{0,40}(?:[-*+|]|\d{1,3}[.)])[ \t]{1,9}(?:\*\*)?\[[^\]]{1,200}\]\(https?:\/\/(?:(?:www\.)?(?:github|gitlab)\.com\/[\w.-]{1,100}|(?:www\.)?npmjs\.com\/package(?:\/@[\w.-]{1,100})?|pypi\.org\/project)\/([\w.-]{1,100})/

/** How much of a paragraph is read on either side. */
const MOST_LINES = 12

function violationOf(
  path: string,
  { id, written, line, column }: Mention,
  fingerprint: Fingerprint,
): Violation {
  const declared = (fingerprint.declared_frameworks ?? []).slice(0, 5).join(", ") || "none"
  const sample = allDependencies(fingerprint).slice(0, 5).join(", ") || "none"
  return {
    path,
    line: line + 1,
    column: column + 1,
    rule: "ungrounded_framework",
    message: `"${written}" (${id}) is neither a framework nor a dependency of this repository; frameworks: ${declared}; dependencies: ${sample}`,
    evidence: written,
  }
}

/** Licences and changelogs name things outside the repository: who benefits from a change, or where a text came from. */
function isOfOthers(path: string): boolean {
  return /[-_ ](?:vs|versus)[-_ .]|^(?:migrat|licen[cs]e|copying|notice|third[-_ ]?party|change(?:s|log)|ecosystem|awesome|showcase|alternatives|comparison|history|news|release[-_ ]?notes)/i.test(
    posix.basename(path),
  )
}

function orderOf(id: string): number {
  return order.get(id) ?? order.size
}

const order = new Map(FRAMEWORKS.map(({ id }, index) => [id, index]))
