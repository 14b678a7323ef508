import { posix } from "node:path"
import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/text"
import { languageOf } from "../../../code/language.ts"
import type { RepositoryFacts } from "../../../repository/facts.ts"
import type { Narrowing } from "./narrowings.ts"

/**
 * Whether the manifest of a package leaves out no test that was there before the change. Either the package is new, or
 * the target of Cargo that it is about had none.
 */
export async function leavesNothingOut(
  path: string,
  narrowings: readonly Narrowing[],
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<boolean> {
  const name = posix.basename(path)
  const is_cargo = name === "Cargo.toml"
  if (!is_cargo && !/^(?:pom\.xml|[\w.-]{1,100}\.gradle(?:\.kts)?)$/.test(name)) return false
  const own = await sourcesBefore(posix.dirname(path), change, facts)
  if (change.files.some((file) => file.path === path && file.before === null))
    return !own.some((one) => isTestPath(one.path))
  if (!is_cargo) return false
  const manifest = strictText(change.files.find((file) => file.path === path)?.after ?? null) ?? ""
  for (const narrowing of narrowings) {
    const files = targetOf(narrowing, manifest, posix.dirname(path), own)
    if (files === null) return false
    for (const file of files) if (RUST_TEST.test((await file.read()) ?? "")) return false
  }
  return true
}

type Before = Awaited<ReturnType<typeof sourcesBefore>>[number]

/** The files of the target of Cargo that a setting is about; null: it is about several, or nobody knows. */
function targetOf(
  { key, line }: Narrowing,
  manifest: string,
  folder: string,
  own: readonly Before[],
): readonly Before[] | null {
  const lines = manifest.split("\n")
  const from = lines.slice(0, line).findLastIndex((one) => one.startsWith("["))
  const rest = lines.slice(from + 1).findIndex((one) => one.startsWith("["))
  const section = lines.slice(from + 1, rest < 0 ? undefined : from + 1 + rest).join("\n")
  const value = (name: string) => [...section.matchAll(SETTING)].find(([, key_]) => key_ === name)?.[2]
  const head = lines[from] ?? ""
  if (head.startsWith("[[test]]")) {
    const path = value("path") ?? `tests/${value("name") ?? ""}`
    const stem = posix.join(folder, path).replace(/(?:\/main)?\.rs$/, "")
    return own.filter((one) => one.path === `${stem}.rs` || one.path === `${stem}/main.rs`)
  }
  if (!/^\[\[?lib\]/.test(head) || !key.startsWith("test")) return null
  // A file below `tests` is a target of its own.
  const inside = own.filter((one) => one.path.endsWith(".rs") && !isTestPath(one.path))
  return inside.length === 0 ? null : inside
}

const SETTING = /^\s{0,20}(\w{1,40})\s{0,8}=\s{0,8}["']([^"'\n]{1,200})["']/gm
const RUST_TEST = /#\[(?:\w{1,40}::)?test\b/

/** Sources of a folder as they were before the change. */
async function sourcesBefore(folder: string, { files }: ChangeSet, facts: RepositoryFacts) {
  const touched = new Map(files.map(({ path, before }) => [path, before]))
  const paths = new Set([...(await facts.paths()), ...touched.keys()])
  return [...paths]
    .filter((path) => touched.get(path) !== null && languageOf(path) !== null)
    .filter((path) => folder === "." || path.startsWith(`${folder}/`))
    .map((path) => ({
      path,
      read: async () => strictText(touched.get(path) ?? (await facts.read(path))),
    }))
}
