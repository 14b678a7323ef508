import { posix } from "node:path"
import type { ChangeSet } from "@proofloop/foundation/git"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { docText, isDoc } from "../docs/doc_text.ts"
import { linkTargets } from "./link_targets.ts"
import { brokenLink } from "./relative_links.ts"

/** Whether a target is an address of a site: it begins at a root and names no file. */
export function isRoute(target: string): boolean {
  const [path = ""] = target.split(/[?#]/, 1)
  return path.startsWith("/") && posix.extname(path) === ""
}

/**
 * Whether the documents of a folder linked to addresses that lead to no file before the change. Their site then has
 * rules of its own.
 */
export async function hasOwnRoutes(
  folder: string,
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<boolean> {
  const touched = new Map(change.files.map(({ path, before }) => [path, before]))
  const paths = new Set([...(await facts.paths()), ...touched.keys()])
  const documents = [...paths]
    .filter((path) => isDoc(path) && topFolder(path) === folder)
    .slice(0, MOST_DOCUMENTS)
  for (const path of documents) {
    const text = docText(touched.has(path) ? (touched.get(path) ?? null) : await facts.read(path)) ?? ""
    for (const { target } of linkTargets(text)
      .filter((one) => isRoute(one.target))
      .slice(0, MOST_LINKS))
      if ((await brokenLink(facts, path, target)) === "missing") return true
  }
  return false
}

/** "docs" of "docs/guide/a.md"; empty at the root. */
export function topFolder(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : ""
}

const MOST_DOCUMENTS = 200
const MOST_LINKS = 20
