import { type ChangeSet, lenientText } from "@proofloop/foundation/git"
import type { ConfigDocument } from "@proofloop/parsers"
import { parseDocument } from "./parse_document.ts"

/** A touched pyproject.toml that parses, and its data before; undefined: no earlier version parsed. */
export interface PyprojectChange {
  readonly path: string
  readonly text: string
  readonly document: ConfigDocument
  readonly before: unknown
}

/** The pyproject.toml files of a change, at any depth. Deleted and unparsable ones are left out. */
export async function pyprojectChanges(change: ChangeSet): Promise<readonly PyprojectChange[]> {
  const found: PyprojectChange[] = []
  for (const { path, before, after } of change.files) {
    if (path.split("/").at(-1) !== "pyproject.toml") continue
    const text = lenientText(after)
    if (text === null) continue
    const document = await parseDocument(text, "toml")
    if (document === null) continue
    const old = lenientText(before)
    found.push({
      path,
      text,
      document,
      before: old === null ? undefined : (await parseDocument(old, "toml"))?.data,
    })
  }
  return found
}
