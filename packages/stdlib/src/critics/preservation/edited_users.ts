import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { countIdentifier, identifiersIn } from "../../code/identifiers.ts"
import { languageOf } from "../../code/language.ts"
import { isDoc } from "../docs/doc_text.ts"
import { documentedNames } from "./documented.ts"
import type { LostDefinition } from "./lost_definition.ts"
import { isTest } from "./settled_tests.ts"

/**
 * Names that touched files used before the change outside lost definitions: their users were edited. Also names in
 * edited documents, and in tests of other files that went with their subject.
 */
export function adaptedNames(
  lost: readonly LostDefinition[],
  names: ReadonlySet<string>,
  change: ChangeSet,
): ReadonlySet<string> {
  const used = change.files.flatMap(({ path, before, after }) =>
    identifiersIn(
      languageOf(path) === null && !isDoc(path) ? removedLines(before, after) : remainder(path, before, lost),
      names,
    ),
  )
  const tested = lost.filter(isTest).flatMap(({ path, before, definition: { range } }) => {
    const elsewhere = lost.filter((one) => one.path !== path).map(({ definition }) => definition.name)
    return identifiersIn(before.slice(range.start, range.end), new Set(elsewhere))
  })
  return new Set([...used, ...tested, ...documentedNames(change, names)])
}

/** Touched files use the name less often than before, not counting lost definitions. */
export function usesFell(
  { definition: { name, kind } }: LostDefinition,
  lost: readonly LostDefinition[],
  change: ChangeSet,
): boolean {
  const fell = (count: (text: string, name: string) => number) =>
    change.files
      .filter(({ path }) => languageOf(path) !== null)
      .reduce(
        (sum, { path, before, after }) =>
          sum + count(remainder(path, before, lost), name) - count(strictText(after) ?? "", name),
        0,
      ) > 0
  return fell(countIdentifier) || (kind === "method" && fell(countMemberCalls))
}

/** A field or a variable may have the name of a method. */
function countMemberCalls(text: string, name: string): number {
  return [...text.matchAll(MEMBER_CALL)].filter(([, called]) => called === name).length
}

const MEMBER_CALL = /(?:\.|::)([\w$]{1,200})[ \t]{0,9}\(/g

/** Lines of another language, of configuration or of data that went. */
function removedLines(before: Uint8Array | null, after: Uint8Array | null): string {
  const now = new Set((strictText(after) ?? "").split("\n"))
  const old = (strictText(before) ?? "").split("\n")
  return old.filter((line) => !now.has(line)).join("\n")
}

/** A text from before, without the lost definitions; empty for files other than code. */
function remainder(path: string, before: Uint8Array | null, lost: readonly LostDefinition[]): string {
  const text = languageOf(path) === null ? null : strictText(before)
  if (text === null) return ""
  let kept = ""
  let from = 0
  const ranges = lost.filter((one) => one.path === path).map(({ definition }) => definition.range)
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    kept += `${withoutCommentAtEnd(text.slice(from, Math.max(from, start)))}\n`
    from = Math.max(from, end)
  }
  kept += text.slice(from)
  // An implementation for a lost Rust type is not a use of it.
  return path.endsWith(".rs") ? kept.replaceAll(/\bimpl\b[^{;]{0,300}\{/g, "{") : kept
}

/** The comment above a definition, and the words before its name, say nothing about its users. */
function withoutCommentAtEnd(text: string): string {
  const lines = text.split("\n")
  const head = lines.pop() ?? ""
  while (COMMENT_LINE.test(lines.at(-1) ?? "")) lines.pop()
  return [...lines, head].join("\n")
}

const COMMENT_LINE = /^[ \t]{0,80}(?:\/\/|\/\*|\*|#)/
