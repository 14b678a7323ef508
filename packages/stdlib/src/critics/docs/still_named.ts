import { posix } from "node:path"
import { lenientText } from "@proofloop/foundation/git"
import type { RepositoryFacts } from "../../repository/facts.ts"

/** For each document, whether a text of the repository after the change still has its name. */
export async function stillNamed(
  documents: readonly string[],
  facts: RepositoryFacts,
): Promise<ReadonlyMap<string, boolean>> {
  const left = new Map(documents.map((path) => [path, namesOf(path)]))
  const named = new Map(documents.map((path) => [path, false]))
  const paths = left.size === 0 ? [] : (await facts.paths()).filter((path) => NAMING.test(path))
  for (const path of paths.slice(0, MOST_FILES)) {
    if (left.size === 0) break
    const text = lenientText(await facts.read(path)) ?? ""
    for (const [document, names] of left) {
      if (!names.some((name) => text.includes(name))) continue
      named.set(document, true)
      left.delete(document)
    }
  }
  if (paths.length > MOST_FILES) for (const document of left.keys()) named.set(document, true)
  return named
}

const MOST_FILES = 2000

/** Documents, and what lists them: the pages of a site, a manifest. */
const NAMING = /\.(?:mdx?|rst|txt|adoc|html?|ya?ml|toml|json|cfg|in)$/i

/** As a link, and as a list of pages has it. */
function namesOf(path: string): readonly string[] {
  const name = posix.basename(path)
  const folder = posix.basename(posix.dirname(path))
  const page = posix.join(folder, name.replace(/\.\w{1,8}$/, ""))
  if (folder === "." || folder === "") return [name]
  return /^(?:readme|index)\./i.test(name) ? [posix.join(folder, name), page] : [name, page]
}
