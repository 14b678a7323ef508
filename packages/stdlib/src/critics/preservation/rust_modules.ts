import { posix } from "node:path"
import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import type { SyntaxNode } from "@proofloop/parsers"
import { identifiersIn } from "../../code/identifiers.ts"
import { readText } from "../../code/readings.ts"
import { rustBindings } from "../../code/rust.ts"
import { children, field } from "../../code/syntax_node.ts"
import type { TreeReader } from "../../code/tree_reader.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import type { LostName, Rewrite } from "./rewrite.ts"

/** Modules whose file stays although no file declares them, and names that the root of a library no longer re-exports. */
export async function lostModules(
  rewrite: Rewrite,
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<readonly LostName[]> {
  const before = await readText(declaredReader, "rust", rewrite.before)
  const after = await readText(declaredReader, "rust", rewrite.after)
  if (before === null || after === null) return []
  const lost: LostName[] = []
  for (const [name, line] of before.modules) {
    if (after.modules.has(name) || after.defined.has(name)) continue
    if (await isOrphan(name, rewrite.path, change, facts)) lost.push({ name, line, what: "module" })
  }
  if (posix.basename(rewrite.path) !== "lib.rs" || after.globs) return lost
  for (const [name, line] of before.passed_on) {
    if (after.passed_on.has(name) || after.defined.has(name)) continue
    if (!isAdapted(name, rewrite.path, change)) lost.push({ name, line, what: "re-export" })
  }
  return lost
}

interface Declared {
  /** Modules with separate files, and names of `pub use`, with their lines. */
  readonly modules: ReadonlyMap<string, number>
  readonly passed_on: ReadonlyMap<string, number>
  readonly defined: ReadonlySet<string>
  /** There is a `pub use path::*`. */
  readonly globs: boolean
}

export const declaredReader: TreeReader<Declared> = {
  name: "declared",
  read: ({ root }) => readDeclared(root),
  expects: ({ language, other }) => language === "rust" && other !== null,
}

function readDeclared(root: SyntaxNode): Declared {
  const modules = new Map<string, number>()
  const passed_on = new Map<string, number>()
  const defined = new Set<string>()
  let globs = false
  let attribute = ""
  for (const node of children(root)) {
    const line = node.startPosition.row + 1
    const name = field(node, "name")?.text
    if (node.type === "use_declaration" && /^pub\s/.test(node.text)) {
      const bound = rustBindings(node)
      globs ||= bound.globs
      for (const one of bound.names) passed_on.set(one, line)
    } else if (name !== undefined && node.type === "mod_item" && field(node, "body") === null) {
      if (!/^#\[\s*path\b/.test(attribute)) modules.set(name, line)
    } else if (name !== undefined) defined.add(name)
    attribute = node.type === "attribute_item" ? node.text : ""
  }
  return { modules, passed_on, defined, globs }
}

async function isOrphan(
  name: string,
  path: string,
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<boolean> {
  const folder = posix.dirname(path)
  const stem = posix.basename(path, ".rs")
  const own = ["lib", "main", "mod"].includes(stem) ? folder : posix.join(folder, stem)
  const files = [`${name}.rs`, `${name}/mod.rs`].map((file) => posix.join(own, file))
  const exist = await Promise.all(files.map((file) => facts.exists(file)))
  const declares = (text: string) => [...text.matchAll(MODULE)].some(([, declared]) => declared === name)
  const own_text = strictText(change.files.find((file) => file.path === path)?.after ?? null) ?? ""
  if ([`${name}.rs`, `${name}/mod.rs`].some((file) => own_text.includes(`path = "${file}"`))) return false
  const others = change.files.filter((file) => file.path !== path && file.path.endsWith(".rs"))
  return exist.includes(true) && !others.some(({ after }) => declares(strictText(after) ?? ""))
}

const MODULE = /\bmod\s{1,20}(\w{1,200})\s{0,20}[;{]/g

/** Another file used the name and was edited, so its author knows. */
function isAdapted(name: string, path: string, change: ChangeSet): boolean {
  const names = new Set([name])
  return change.files.some(
    ({ path: other, before }) =>
      other !== path && other.endsWith(".rs") && identifiersIn(strictText(before) ?? "", names).length > 0,
  )
}
