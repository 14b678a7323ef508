import { posix } from "node:path"
import { strictText } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"
import { languageOf } from "../../code/language.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import type { LostDefinition } from "./lost_definition.ts"

/** Whether a file's code can use a definition; private ones of Go packages, Rust modules, Java tests only inside. */
export function canReach(file: string, lost: LostDefinition): boolean {
  const { path, definition } = lost
  if (/\.html?$/.test(file)) return /\.(?:py|[cm]?[jt]sx?)$/.test(path) || TEMPLATES.test(file)
  if (isInnerOfTest(path, definition) || isOfPrivateType(lost)) return file === path
  if (isOfProgram(lost)) return file.endsWith(".go") && posix.dirname(file) === posix.dirname(path)
  if (isOfOneFile(lost)) return file === path
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

/** A function of C++ that no other unit sees, and what is private in PHP and Kotlin. */
function isOfOneFile({
  path,
  before,
  definition: { range, offset, kind, ...definition },
}: LostDefinition): boolean {
  if (definition.public) return false
  if (languageOf(path) === "cpp") return kind === "function" && !/\.h\w{0,2}$/.test(path)
  return /\.(?:php|kt)$/.test(path) && /\bprivate\b/.test(before.slice(range.start, offset))
}

/** Nobody can import the main package of Go. */
export function isOfProgram({ path, before }: LostDefinition): boolean {
  return path.endsWith(".go") && /^package main\b/m.test(before)
}

/** A method of a Go type that only its package can name and no type embeds; the standard library may call some anyway. */
export function isOfPrivateReceiver({ path, before, definition }: LostDefinition): boolean {
  const { kind, name, qualified_name } = definition
  const owner = qualified_name.split(".").at(-2) ?? ""
  if (kind !== "method" || !path.endsWith(".go") || !/^[a-z_]/.test(owner) || OF_INTERFACES.has(name))
    return false
  return !before.split("\n").some((line) => line.trim().replace(/^\*/, "") === owner)
}

/** Methods of interfaces in Go's standard library. */
const OF_INTERFACES = new Set(
  (
    "Accept Addr As Close CloseNotify Done Err Error Flush Format GoString Handle Header Hijack Info Is Len Less " +
    "Lock MarshalBinary MarshalJSON MarshalText MarshalXML MarshalYAML Mode Name Open Pop Push Read ReadByte " +
    "ReadDir ReadFrom ReadRune RoundTrip Scan Seek ServeHTTP Set SetDeadline Size Stat String Swap Unlock " +
    "UnmarshalBinary UnmarshalJSON UnmarshalText UnmarshalXML UnmarshalYAML Unwrap Value Write WriteHeader " +
    "WriteString WriteTo"
  ).split(" "),
)

/** A method of a Java type at the top level that only its package can name, that stays, and has no asking supertype. */
export function isOfPackage(
  { path, before, definition }: LostDefinition,
  lost: readonly LostDefinition[],
): boolean {
  if (!path.endsWith(".java") || definition.kind !== "method") return false
  const owner = definition.qualified_name.split(".", 1)[0]
  if (lost.some((one) => one.path === path && one.definition.qualified_name === owner)) return false
  return [...before.matchAll(TOP_TYPE)].some(
    ([, modifiers = "", name, bases = ""]) =>
      name === owner && !/\bpublic\b/.test(modifiers) && !/\b(?:extends|implements)\b/.test(bases),
  )
}

/** A type at the top level of a file. */
const TOP_TYPE =
  /^((?:[a-z-]{1,20}[ \t]{1,8}){0,5})(?:class|interface|enum|record)[ \t]{1,8}(\w{1,200})([^{};]{0,500})/gm

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

/** Rust files whose module is private to the module around it, which passes nothing of it on. */
export async function privateModules(
  lost: readonly LostDefinition[],
  facts: RepositoryFacts,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const path of new Set(lost.map((one) => one.path))) {
    const [folder, stem] = [posix.dirname(path), posix.basename(path, ".rs")]
    if (!path.endsWith(".rs") || ["lib", "main", "mod"].includes(stem)) continue
    const around = ["lib", "main", "mod"].map((name) => `${folder}/${name}.rs`)
    const texts = await Promise.all([...around, `${folder}.rs`].map((one) => facts.read(one)))
    const text = texts.map((bytes) => strictText(bytes) ?? "").join("\n")
    const declared = [...text.matchAll(MODULE)].filter(([, , name]) => name === stem)
    const is_passed_on = [...text.matchAll(PASSED_ON)].some(([clause]) => clause.includes(`${stem}::`))
    if (declared.length > 0 && declared.every(([, mark = ""]) => mark === "") && !is_passed_on)
      found.add(path)
  }
  return found
}

const MODULE = /^[ \t]{0,40}(pub(?:\([^)\n]{0,60}\))?[ \t]{1,8})?mod[ \t]{1,8}(\w{1,200})[ \t]{0,8};/gm
const PASSED_ON = /^[ \t]{0,40}pub[ \t]{1,8}use[^;]{1,2000}/gm

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

function moduleFolder(path: string): string {
  const folder = `${posix.dirname(path)}/`
  const name = posix.basename(path, ".rs")
  const is_folder = ["lib", "main", "mod"].includes(name)
  return (is_folder ? folder : `${folder}${name}/`).replace(/^\.\//, "")
}
