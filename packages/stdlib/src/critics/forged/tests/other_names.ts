import { posix } from "node:path"
import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { definesTests, isTestPath } from "@proofloop/foundation/text"
import { languageOf } from "../../../code/language.ts"
import type { TestCase } from "./test_case.ts"

/** Whether a file holds little beside its tests. */
export function isOfTests(path: string, { files }: ChangeSet, cases: readonly TestCase[]): boolean {
  if (isTestPath(path)) return true
  const inside = cases.reduce((sum, { name, start, end }) => sum + (name === "" ? 0 : end - start), 0)
  const text = strictText(files.find((file) => file.path === path)?.before ?? null) ?? ""
  return languageOf(path) !== "rust" && inside > text.length / 2
}

/** Where tests lie that no path tells: a new file beside them is run as they are. */
export function foldersOfTests({ files }: ChangeSet): ReadonlySet<string> {
  const others = files.filter(
    ({ path, before }) => !isTestPath(path) && definesTests(strictText(before) ?? ""),
  )
  return new Set(others.map(({ path }) => posix.dirname(path)))
}
