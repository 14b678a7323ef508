import { sha256 } from "@proofloop/foundation/files"
import { strictText, type Blob, readBlobs, type TreeEntry } from "@proofloop/foundation/git"
import type { Trees } from "./trees.ts"

export interface BaseContent {
  readonly path: string
  readonly entry: TreeEntry
  /** null: no text. */
  readonly text: string | null
  /** Why it has no text: "a symbolic link to ../x". */
  readonly instead: string | null
  /** Over the bytes; over the object id for a submodule and for content above 2 MiB. */
  readonly sha256: string
}

/** The contents of base paths, in the given order; missing ones are left out. Rejects with GitError. */
export async function readBase(
  { scratch, base }: Trees,
  paths: readonly string[],
): Promise<readonly BaseContent[]> {
  const wanted = paths.flatMap((path) => {
    const entry = base.entries.get(path)
    return entry === undefined ? [] : [{ path, entry }]
  })
  const blobs = await readBlobs(
    scratch.root,
    wanted.flatMap(({ entry }) => (entry.kind === "submodule" ? [] : [entry.id])),
  )
  return wanted.map(({ path, entry }) => contentOf(path, entry, blobs.get(entry.id) ?? null))
}

function contentOf(path: string, entry: TreeEntry, blob: Blob): BaseContent {
  if (entry.kind === "submodule" || blob === null || blob === "too_large") {
    const what = entry.kind === "submodule" ? "a submodule at commit" : `${entry.bytes} bytes, object`
    return { path, entry, text: null, instead: `${what} ${entry.id}`, sha256: sha256(entry.id) }
  }
  const hash = sha256(blob)
  const text = strictText(blob)
  if (entry.kind === "link") {
    return {
      path,
      entry,
      text: null,
      instead: `a symbolic link to ${text ?? "a name that is not UTF-8"}`,
      sha256: hash,
    }
  }
  const is_text = text !== null && !text.includes("\0")
  const instead = is_text ? null : `${entry.bytes} bytes that are not UTF-8 text, sha256 ${hash}`
  return { path, entry, text: is_text ? text : null, instead, sha256: hash }
}

/** The lines of a base file; null if it is missing or not text. */
export async function baseLines(trees: Trees, path: string): Promise<number | null> {
  const [content] = await readBase(trees, [path])
  return content === undefined || content.text === null ? null : countLines(content.text)
}

/** A final line break ends a line and begins none. */
export function countLines(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0)
}
