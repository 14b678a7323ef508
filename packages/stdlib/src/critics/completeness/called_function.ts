import { posix } from "node:path"
import { strictText } from "@proofloop/foundation/git"
import type { Call } from "../../code/call.ts"
import type { FileCalls } from "../../code/calls.ts"
import { isOfTable, type Language, languageOf } from "../../code/language.ts"
import { pythonModuleFiles } from "../../code/python_modules.ts"
import { isRelativeScript, scriptModuleFiles } from "../../code/script_modules.ts"
import type { Signature } from "../../code/signature.ts"
import type { SymbolIndex } from "../../code/symbol_index.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"

/** A function whose parameters changed. */
export interface Changed {
  readonly path: string
  readonly language: Language
  readonly before: Signature
  readonly after: Signature
}

/** The name that a call of it has, and the name that a file imports for it. */
export function namesOf({ after: { owner, qualified_name } }: Changed): {
  readonly called: string
  readonly bound: string
} {
  const name = qualified_name.slice(qualified_name.lastIndexOf(".") + 1)
  if (owner === "") return { called: name, bound: name }
  const type = owner.slice(owner.lastIndexOf(".") + 1)
  return { called: name === "constructor" ? type : name, bound: type }
}

/** A file with calls, and the repository around it. */
export interface Caller {
  readonly path: string
  readonly text: string
  readonly found: FileCalls
  readonly index: SymbolIndex
  readonly facts: RepositoryFacts
}

/** Whether a call surely means the function; false where anything else may have the name. */
export async function means(call: Call, caller: Caller, changed: Changed): Promise<boolean> {
  const { index } = caller
  const { after, path, language } = changed
  const { called, bound } = namesOf(changed)
  const makes = after.qualified_name.endsWith(".constructor")
  if (call.name !== called || (language === "python" ? call.constructs : call.constructs !== makes))
    return false
  if (isOfTable(language)) return isAlone(called, caller, changed)
  if (after.owner === "" || makes) {
    if (makes && after.owner !== bound) return false
    if (call.object === null) return isBoundTo(bound, caller, changed)
    return isModule(call.object, caller, changed)
  }
  const alike = index.definitions.get(called)?.filter((one) => one.path === path) ?? []
  const is_alone = alike.length === 1 && (after.is_private || alike[0]?.definition.inherited === false)
  if (!isOverridden(called, changed, index) && isOwnCall(call, caller, changed, is_alone)) return true
  const through = call.object?.replace(/<.{0,200}>$/s, "").replaceAll("::", ".") ?? ""
  const is_type = through === bound || (through.endsWith(`.${bound}`) && language === "rust")
  // A method that is called through its type gets the value as well.
  if (!is_type || after.owner !== bound || !["", "cls"].includes(after.receiver) || language === "go")
    return false
  return through === bound ? isBoundTo(bound, caller, changed) : isOnly(bound, path, index)
}

/** A name of two words that nothing else in the repository defines. */
function isAlone(name: string, { index }: Caller, { path, language }: Changed): boolean {
  const is_read = !(index.unparsed.get(name) ?? []).some((file) => languageOf(file) === language)
  return /[a-z\d][A-Z]|[a-z\d]_[a-z\d]/.test(name) && is_read && isOnly(name, path, index)
}

/** On the value itself, inside of the type: no other type between them. */
function isOwnCall(
  { object, inside }: Call,
  caller: Caller,
  { path, after, language }: Changed,
  is_alone: boolean,
): boolean {
  if (!inside.startsWith(`${after.owner}.`) || inside.slice(after.owner.length + 1).includes("."))
    return false
  const is_same_file = caller.path === path
  switch (language) {
    case "python":
      return is_same_file && (object === "self" || object === "cls")
    case "go": {
      const method = inside.slice(after.owner.length + 1)
      const head = [...caller.text.matchAll(GO_METHOD)].find(
        ([, , type, name]) => type === after.owner && name === method,
      )
      return isSamePackage(caller, path) && object !== null && head?.[1] === object
    }
    case "rust":
      return is_same_file && ((object === "self" && after.on_value) || (object === "Self" && !after.on_value))
    case "java":
      return is_same_file && (object === "this" || (object === null && is_alone))
    default:
      return is_same_file && object === "this"
  }
}

/** "func (cart *Cart) Total": the receiver, its type, the name. */
const GO_METHOD = /^func\s{0,9}\(\s{0,9}(\w{1,100})\s{1,9}\*?(\w{1,100})\b[^)\n]{0,100}\)\s{0,9}(\w{1,100})/gm

/** Another type that extends something has a method of this name, or a part of the repository was not read. */
function isOverridden(name: string, { path, after, language }: Changed, index: SymbolIndex): boolean {
  if (language === "go" || language === "rust") return false
  const others = index.definitions
    .get(name)
    ?.filter((one) => one.path !== path || one.definition.qualified_name !== after.qualified_name)
  return others?.some(({ definition }) => definition.inherited) === true
}

function isOnly(name: string, path: string, index: SymbolIndex): boolean {
  const known = index.definitions.get(name) ?? []
  return known.length === 1 && known[0]?.path === path
}

/** Whether a plain name in a file means the one at the top of the changed file. */
async function isBoundTo(
  name: string,
  { path: file, text, found, index, facts }: Caller,
  changed: Changed,
): Promise<boolean> {
  const { path, language } = changed
  if (found.bound.has(name)) return false
  const own = (index.definitions.get(name) ?? []).filter(
    (one) => one.path === file && one.definition.kind !== "method",
  )
  if (file === path) return own.length === 1
  if (own.length > 0) return false
  if (language === "go") {
    const inPackage = (index.definitions.get(name) ?? []).filter(
      (one) => posix.dirname(one.path) === posix.dirname(path) && one.definition.kind !== "method",
    )
    return inPackage.length === 1 && isSamePackage({ text, path: file }, path)
  }
  if (language === "java") return isJavaType(name, { path: file, text, index, facts }, path)
  const imports = (index.files.get(file)?.references ?? []).filter(
    (one) => one.kind === "import" && one.name === name,
  )
  const [only] = imports
  if (only === undefined || imports.length > 1) return false
  if (language === "rust") {
    const is_used = usesIn(text).some((words) => {
      const at = words.indexOf(moduleOf(path))
      return at >= 0 && words.includes(name, at + 1)
    })
    return is_used && isOnly(name, path, index)
  }
  return (await targetsOf(name, { module: only.module ?? "", file }, { index, facts })).includes(path)
}

/** Whether a type of Java is the one at the top of another file: of its package, where none is imported, or imported. */
async function isJavaType(
  name: string,
  { path: file, text, index, facts }: Pick<Caller, "path" | "text" | "index" | "facts">,
  path: string,
): Promise<boolean> {
  const own = javaPackage(strictText(await facts.read(path)) ?? "")
  if (own === null) return isOnly(name, path, index) && posix.dirname(file) === posix.dirname(path)
  if (takesAnother(name, text, own)) return false
  if (typesTaken(name, text).length > 0) return true
  if (isOnly(name, path, index)) return javaPackage(text) === own
  const alike = (index.definitions.get(name) ?? []).filter(
    (one) => posix.dirname(one.path) === posix.dirname(path) || one.path === file,
  )
  return javaPackage(text) === own && alike.length === 1
}

/** The types of a name that a file of Java imports. */
function typesTaken(name: string, text: string): readonly string[] {
  return [...text.matchAll(JAVA_IMPORT)].flatMap(([, type = ""]) => (type.endsWith(`.${name}`) ? [type] : []))
}

/** Whether a file of Java imports a type of that name from another package. */
export function takesAnother(name: string, text: string, own: string): boolean {
  const taken = typesTaken(name, text)
  return taken.length > 0 && !taken.includes(`${own}.${name}`)
}

const JAVA_IMPORT = /^import\s{1,9}([\w.]{1,300});/gm

export function javaPackage(text: string): string | null {
  return /^package\s{1,9}([\w.]{1,300})\s{0,9};/m.exec(text)?.[1] ?? null
}

/** The words of each `use` of Rust. */
function usesIn(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(USE)].map(({ index }) => {
    const end = text.indexOf(";", index)
    return (
      text.slice(index, Math.min(end === -1 ? text.length : end, index + LONGEST_USE)).match(/\w+/g) ?? []
    )
  })
}

const LONGEST_USE = 2000
const USE = /^[ \t]{0,40}(?:pub(?:\([^)\n]{0,60}\))?[ \t]{1,8})?use[ \t]/gm

/** Where a name that a module gives may be defined: there, or where an index of a package takes it from. */
async function targetsOf(
  name: string,
  { module, file }: { readonly module: string; readonly file: string },
  { index, facts }: Pick<Caller, "index" | "facts">,
  depth = 0,
): Promise<readonly string[]> {
  for (const path of file.endsWith(".py")
    ? pythonModuleFiles(module, file)
    : scriptModuleFiles(module, file)) {
    const text = strictText(await facts.read(path))
    if (text === null) continue
    if (depth > 0) return [path]
    const taken = (index.files.get(path)?.references ?? []).flatMap((one) =>
      one.kind === "import" && one.name === name && one.module !== null ? [one.module] : [],
    )
    const is_unique = index.definitions.get(name)?.length === 1
    const stars = is_unique
      ? [...text.matchAll(STAR)].map(([, script, python]) => script ?? python ?? "")
      : []
    const further = [...taken, ...stars].map((from) =>
      targetsOf(name, { module: from, file: path }, { index, facts }, depth + 1),
    )
    return [path, ...(await Promise.all(further)).flat()]
  }
  return []
}

const STAR = /^export \* from ["']([^"'\n]{1,300})["']|^from ([\w.]{1,200}) import \*/gm

/** Whether the object of a call is the module of the changed file. */
async function isModule(
  object: string,
  { path: file, text, found, facts }: Caller,
  changed: Changed,
): Promise<boolean> {
  const { path, language } = changed
  if (found.bound.has(object)) return false
  if (language === "rust")
    return object.split("::").at(-1) === moduleOf(path) && !/^(?:lib|main)$/.test(moduleOf(path))
  if (language === "go") return isGoPackage(object, { path: file, text, facts }, path)
  if (language === "python") {
    const modules = pythonImports(text).flatMap(({ module, as }) => (as === object ? [module] : []))
    return modules.length === 1 && modules.some((module) => pythonModuleFiles(module, file).includes(path))
  }
  if (language === "java" || !/^[\w$]{1,200}$/.test(object)) return false
  const modules = [...text.matchAll(NAMESPACE)].filter(([, star, required]) => (star ?? required) === object)
  const [, , , module = ""] = modules[0] ?? []
  return modules.length === 1 && isRelativeScript(module) && scriptModuleFiles(module, file).includes(path)
}

const NAMESPACE =
  /(?:\*\s{1,9}as\s{1,9}([\w$]{1,200})\s{1,9}from|\b(?:const|let|var)\s{1,9}([\w$]{1,200})\s{0,9}=\s{0,9}require\()\s{0,9}["']([^"'\n]{1,300})["']/g

/** The name by which other files of Rust know the module. */
function moduleOf(path: string): string {
  const stem = posix.basename(path, ".rs")
  return stem === "mod" ? posix.basename(posix.dirname(path)) : stem
}

function isSamePackage({ path: file, text }: Pick<Caller, "path" | "text">, path: string): boolean {
  // A package of tests beside it imports it.
  return posix.dirname(file) === posix.dirname(path) && !/^package[ \t]+\w{1,200}_test\b/m.test(text)
}

async function isGoPackage(
  object: string,
  { path: file, text, facts }: Pick<Caller, "path" | "text" | "facts">,
  path: string,
): Promise<boolean> {
  const folder = posix.dirname(path)
  const own = /^package[ \t]+(\w{1,200})/m.exec(strictText(await facts.read(path)) ?? "")?.[1]
  const module = await goModule(folder, facts)
  if (module === null || (posix.dirname(file) === folder && !/^package[ \t]+\w{1,200}_test\b/m.test(text)))
    return false
  const imports = [...text.matchAll(GO_IMPORT)].filter(([, , imported]) => imported === module)
  return imports.some(([, alias = own]) => alias === object)
}

const GO_IMPORT = /^[ \t]*(?:import[ \t]+)?(?:([\w.]{1,200})[ \t]+)?"([^"\n]{1,300})"/gm

/** The path by which the package in a folder is imported. */
async function goModule(folder: string, facts: RepositoryFacts): Promise<string | null> {
  for (let up = folder; ; up = posix.dirname(up)) {
    const module = /^module[ \t]+"?([^\s"]{1,300})/m.exec(
      strictText(await facts.read(posix.join(up, "go.mod"))) ?? "",
    )?.[1]
    if (module !== undefined) return posix.join(module, posix.relative(up, folder))
    if (up === "." || up === "/") return null
  }
}

/** What the names of imported modules in a Python file stand for; a name from a package may be a module of it. */
function pythonImports(text: string): ReadonlyArray<{ readonly module: string; readonly as: string }> {
  const whole = [...text.matchAll(PYTHON_IMPORT)].map(([, module = "", as = module]) => ({ module, as }))
  const parts = [...text.matchAll(PYTHON_FROM)].flatMap(([, module = "", names = ""]) =>
    names.split(",").map((one) => {
      const as = one.trim()
      return { module: `${module}${module.endsWith(".") ? "" : "."}${as}`, as }
    }),
  )
  return [...whole, ...parts]
}

const PYTHON_IMPORT =
  /^[ \t]{0,40}import[ \t]{1,9}([\w.]{1,200})(?:[ \t]{1,9}as[ \t]{1,9}(\w{1,200}))?[ \t]{0,9}$/gm
const PYTHON_FROM = /^[ \t]{0,40}from[ \t]{1,9}([\w.]{1,200})[ \t]{1,9}import[ \t(]{1,9}([^\n#()]{1,200})/gm
