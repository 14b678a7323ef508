import { type ChangeSet, type FileChange, strictText } from "@proofloop/foundation/git"
import { definitions } from "../../code/definitions.ts"
import { identifiersIn } from "../../code/identifiers.ts"
import { languageOf } from "../../code/language.ts"
import { symbolIndex } from "../../code/symbol_index.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { docText, isDoc } from "./doc_text.ts"

/** Documents whose lost lines name code that the change removes from the repository. */
export async function documentsOfRemoved(
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<ReadonlySet<string>> {
  const removed = await removedDefinitions(change)
  const naming = new Map<string, readonly string[]>()
  for (const file of change.files) {
    if (!isDoc(file.path) || file.before === null) continue
    const names = identifiersIn(lostLines(file), removed)
    if (names.length > 0) naming.set(file.path, names)
  }
  if (naming.size === 0) return new Set()
  const { files, unparsed, truncated } = await symbolIndex(facts, new Set([...naming.values()].flat()))
  const isGone = (name: string) =>
    !truncated &&
    !unparsed.has(name) &&
    [...files.values()].every(({ definitions: own, references }) =>
      [...own, ...references].every((found) => found.name !== name),
    )
  return new Set([...naming].filter(([, names]) => names.some((name) => isGone(name))).map(([path]) => path))
}

/** Shorter names are words of any document. */
const SHORTEST_NAME = 5

/** Names that touched files defined before the change and define no more. */
async function removedDefinitions({ files }: ChangeSet): Promise<ReadonlySet<string>> {
  const [before, after] = [new Set<string>(), new Set<string>()]
  for (const file of files) {
    if (languageOf(file.path) === null) continue
    for (const { name } of (await definitions(file.path, file.before)) ?? []) before.add(name)
    for (const { name } of (await definitions(file.path, file.after)) ?? []) after.add(name)
  }
  return new Set([...before].filter((name) => name.length >= SHORTEST_NAME && !after.has(name)))
}

function lostLines({ before, after }: FileChange): string {
  const kept = new Set(docText(after)?.split("\n"))
  return (strictText(before) ?? "")
    .split("\n")
    .filter((line) => !kept.has(line))
    .join("\n")
}
