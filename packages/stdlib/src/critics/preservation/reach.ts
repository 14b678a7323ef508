import { posix } from "node:path"
import { isTestPath } from "@proofloop/foundation/paths"
import { languageOf } from "../../code/language.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import type { LostDefinition } from "./lost_definition.ts"

/**
 * Whether a file's code can use a definition. Private definitions of a Go package, a Rust module or a Java test are
 * used only inside it.
 */
export function canReach(file: string, lost: LostDefinition): boolean {
  const { path, definition } = lost
  if (/\.html?$/.test(file)) return /\.(?:py|[cm]?[jt]sx?)$/.test(path) || TEMPLATES.test(file)
  if (isInnerOfTest(path, definition) || isOfPrivateType(lost)) return file === path
  if (isOfProgram(lost)) return file.endsWith(".go") && posix.dirname(file) === posix.dirname(path)
  if (definition.public || definition.kind === "method") return true
  switch (languageOf(path)) {
    case "go":
      return file.endsWith(".go") && posix.dirname(file) === posix.dirname(path)
    case "rust":
      return file === path || (file.endsWith(".rs") && file.startsWith(moduleFolder(path)))
    default:
      return true
  }
}

/** Nobody can import the main package of Go. */
export function isOfProgram({ path, before }: LostDefinition): boolean {
  return path.endsWith(".go") && /^package main\b/m.test(before)
}

/** Rust files that belong to a program: `main.rs`, `src/bin`, build scripts, and all files of a crate without `lib.rs`. */
export async function rustPrograms(
  lost: readonly LostDefinition[],
  facts: RepositoryFacts,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const path of new Set(lost.map((one) => one.path))) {
    if (!path.endsWith(".rs")) continue
    const source = /^(?:.*\/)?src\//.exec(path)?.[0]
    const is_main = /(?:^|\/)(?:src\/main\.rs|src\/bin\/.{1,300}|build\.rs)$/.test(path)
    const has_main = source !== undefined && (await facts.exists(`${source}main.rs`))
    if (is_main || (has_main && !(await facts.exists(`${source}lib.rs`)))) found.add(path)
  }
  return found
}

/** Pages that a program fills in; a website's pages only describe the code. */
const TEMPLATES = /(?:^|\/)(?:resources|templates?|views|webapp|WEB-INF|static|assets|public)\//

/** A private Java type, or a member of one. */
function isOfPrivateType({ path, before, definition }: LostDefinition): boolean {
  if (!path.endsWith(".java")) return false
  const types = definition.qualified_name.split(".").slice(0, definition.kind === "method" ? -1 : undefined)
  const declared = new Set([...before.matchAll(PRIVATE_TYPE)].map(([, name = ""]) => name))
  return types.some((name) => declared.has(name))
}

const PRIVATE_TYPE =
  /\bprivate[ \t]{1,8}(?:(?:static|final|abstract|sealed)[ \t]{1,8}){0,3}(?:class|interface|enum|record)[ \t]{1,8}(\w{1,200})/g

/** A type inside a Java test, or a method of one. */
function isInnerOfTest(path: string, { kind, qualified_name }: LostDefinition["definition"]): boolean {
  const types = qualified_name.split(".").length - (kind === "method" ? 1 : 0)
  return path.endsWith(".java") && isTestPath(path) && types > 1
}

/** The folder of modules below a Rust file's module. */
function moduleFolder(path: string): string {
  const folder = `${posix.dirname(path)}/`
  const name = posix.basename(path, ".rs")
  const is_folder = ["lib", "main", "mod"].includes(name)
  return (is_folder ? folder : `${folder}${name}/`).replace(/^\.\//, "")
}
