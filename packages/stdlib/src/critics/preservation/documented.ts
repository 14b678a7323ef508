import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { identifiersIn } from "../../code/identifiers.ts"
import { isDoc } from "../docs/doc_text.ts"

/** Names on lines of a document that a change edits: the author of the removal documented it. */
export function documentedNames(change: ChangeSet, names: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { path, before, after } of change.files) {
    if (!isDoc(path)) continue
    const text = changedLines(strictText(before) ?? "", strictText(after) ?? "")
    const inCode = new Set([...text.matchAll(IN_CODE)].flatMap(([span]) => identifiersIn(span, names)))
    for (const name of identifiersIn(text, names)) if (inCode.has(name) || !isPlainWord(name)) found.add(name)
  }
  return found
}

const IN_CODE = /`[^`\n]{1,300}`|[\w$.:#]{1,200}\(/g

/** What prose says without meaning code. */
export function isPlainWord(name: string): boolean {
  return /^[A-Z]?[a-z]{1,200}$/.test(name)
}

function changedLines(before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")]
  const [had, has] = [new Set(old), new Set(now)]
  return [...old.filter((line) => !has.has(line)), ...now.filter((line) => !had.has(line))].join("\n")
}
