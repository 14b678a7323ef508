import { posix } from "node:path"
import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { bareSource } from "../../code/bare_source.ts"
import type { Definition } from "../../code/definition.ts"
import { countIdentifier } from "../../code/identifiers.ts"
import { familyOf, isOfTable, languageOf } from "../../code/language.ts"
import { memberObject } from "../../code/member_object.ts"
import type { Reference } from "../../code/reference.ts"
import type { SymbolIndex } from "../../code/symbol_index.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { isPlainWord } from "./documented.ts"
import type { LostDefinition } from "./lost_definition.ts"
import { canReach } from "./reach.ts"

/** Whether code that can reach a lost definition still contains its name and may mean it. */
export async function isMentioned(
  lost: LostDefinition,
  { files, unparsed, truncated }: SymbolIndex,
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<boolean> {
  const { name, kind } = lost.definition
  if (truncated) return true
  for (const file of unparsed.get(name) ?? []) {
    if (!canReach(file, lost)) continue
    const text = strictText(await facts.read(file)) ?? ""
    if (kind !== "method" && importsAnother(text, name, lost)) continue
    if (/\.html?$/.test(file) ? saysIt(text, file, lost) : usesUnparsed(text, file, name)) return true
  }
  for (const [file, { references, definitions: own }] of files) {
    const is_imported = references.some((one) => one.name === name && one.kind === "import")
    const found = references.filter((one) => one.name === name && mayMean(one, lost))
    if (!canReach(file, lost) || found.length === 0 || isNewlyBound(name, file, change)) continue
    // A file that defines the name means its own definition, unless the name is a method's.
    if (kind !== "method" && file !== lost.path && own.some((found) => found.name === name)) continue
    const text = strictText(await facts.read(file)) ?? ""
    if (TYPES.has(kind) && declaresType(text, name)) continue
    if (kind !== "method" && importsAnother(text, name, lost)) continue
    const is_foreign = file !== lost.path && !is_imported && needsImport(lost, text)
    const meant = found.filter(
      ({ member, kind: how, offset }) =>
        !is_foreign || member || how === "text" || text.slice(offset - 2, offset) === "::",
    )
    if (meant.some((one) => isOfIt(one, text, lost)) && saysIt(text, file, lost)) return true
  }
  return false
}

/**
 * Whether a plain name in another file comes from an import alone: in Python of anything but a fixture, in Rust of a
 * function. A text may import all.
 */
function needsImport({ path, before, definition }: LostDefinition, text: string): boolean {
  const { kind, range, offset } = definition
  if (path.endsWith(".py"))
    return !before.slice(range.start, offset).includes("fixture") && !/import[ \t]{1,8}\*/.test(text)
  if (!path.endsWith(".rs") || kind !== "function") return false
  const [folder = "", stem = ""] = path.slice(0, -".rs".length).split("/").slice(-2)
  return [folder, stem, "super", "crate", "self"].every((module) => !text.includes(`${module}::*`))
}

export const TYPES: ReadonlySet<Definition["kind"]> = new Set(["class", "interface", "type", "enum"])

/** Whether a text takes the name from a package or a namespace other than that of the lost definition. */
function importsAnother(text: string, name: string, { path, before }: LostDefinition): boolean {
  if (!isOfTable(languageOf(path))) return false
  const own = PACKAGE.exec(before)?.[1]
  const from = [...text.matchAll(IMPORTED)].flatMap(([, place, last, as = last]) =>
    as === name ? [place] : [],
  )
  return own !== undefined && from.length > 0 && !from.includes(own)
}

const PACKAGE = /^\s{0,20}(?:package|namespace)\s{1,9}([\w.\\]{1,200})/m
const IMPORTED =
  /^\s{0,20}(?:import|use)\s{1,9}\\?([\w.\\]{1,200})[.\\](\w{1,200})(?:\s{1,9}as\s{1,9}(\w{1,200}))?\s{0,9};?\s{0,9}$/gm

/** Whether a text declares a type anywhere, such as inside of a function. */
function declaresType(text: string, name: string): boolean {
  return [...text.matchAll(TYPE)].some(([, declared]) => declared === name)
}

const TYPE = /\b(?:class|struct|enum|union|trait|interface|type|record)\s{1,9}([\w$]{1,200})/g

/** Whether a file that was not parsed has a name outside of its comments, and does not define it itself. */
function usesUnparsed(text: string, file: string, name: string): boolean {
  // A plain word of data names code behind its module.
  if (DATA.test(file) && isPlainWord(name))
    return [":", ".", "#", '"', "'"].some((sign) => text.includes(sign + name))
  const language = languageOf(file.replace(/\.py[ix]$/, ".py"))
  if (language === null) return true
  const bare = bareSource(text, familyOf(language), true)
  const is_stub = file.endsWith(".pyi") && [...bare.matchAll(STUB)].some(([, defined]) => defined === name)
  return countIdentifier(bare, name) > 0 && !is_stub
}

const DATA = /\.(?:toml|cfg|ini|json|ya?ml)$/
const STUB = /\b(?:def|class)\s{1,9}(\w{1,200})/g

/** Whether a touched file has a variable or a parameter of this name now and had none before. */
function isNewlyBound(name: string, path: string, change: ChangeSet): boolean {
  const { before = null, after = null } = change.files.find((file) => file.path === path) ?? {}
  return !binds(strictText(before) ?? "", name) && binds(strictText(after) ?? "", name)
}

function binds(text: string, name: string): boolean {
  return [...text.matchAll(BINDING)].some(
    ([, variable, parameter]) => variable === name || parameter === name,
  )
}

const BINDING =
  /\b(?:let|const|var|mut)\s{1,9}(?:mut\s{1,9})?([\w$]{1,200})\s{0,9}[:=]|[(,|]\s{0,99}(?:mut\s{1,9})?([\w$]{1,200})\s{0,9}:(?!:)/g

/** In Rust and Java a field may share a method's name. */
function mayMean({ kind, member }: Reference, { path, definition }: LostDefinition): boolean {
  // Rust calls a method by a value or by its type.
  if (kind === "call" && !member && definition.kind === "method" && path.endsWith(".rs")) return false
  // Go and Rust call nothing by a text.
  if (kind === "text" && /\.(?:go|rs)$/.test(path)) return false
  if (kind === "text" && path.endsWith(".java") && !definition.public) return false
  // Elsewhere than in Ruby a method is called, or named behind its type.
  const language = languageOf(path)
  if (definition.kind === "method" && isOfTable(language) && kind === "use" && !member)
    return language === "ruby"
  return kind !== "use" || definition.kind !== "method" || !/\.(?:rs|java)$/.test(path)
}

/**
 * In Python, `x.name` refers to a function or a class only when `x` is its module or a package around it. In Go only
 * when the name is exported and `x` is its package.
 */
function isOfIt(one: Reference, text: string, lost: LostDefinition): boolean {
  const { member, offset, kind, name } = one
  const { path, definition } = lost
  // A key of a literal of Go is a field.
  if (
    path.endsWith(".go") &&
    kind === "use" &&
    /^\s{0,9}:(?!=)/.test(text.slice(offset + name.length, offset + name.length + 12))
  )
    return false
  if (
    member &&
    definition.kind === "method" &&
    !definition.public &&
    isOfTable(languageOf(path)) &&
    !isInternal(lost)
  )
    return isOwn(text.slice(Math.max(0, offset - 200), offset), definition)
  // A type behind a package is no member of the grammar.
  const is_member = member || (path.endsWith(".go") && text[offset - 1] === ".")
  if (!is_member || definition.kind === "method") return true
  if (path.endsWith(".go")) return definition.public && isOfPackage(memberObject(text, offset), text, lost)
  // A method of that name.
  if (path.endsWith(".rs")) return text[offset - 1] !== "."
  // No type has a function that stands alone.
  if (languageOf(path) === "kotlin" && definition.qualified_name === name && !isExtension(lost))
    return !/^[A-Z]/.test(memberObject(text, offset) ?? "")
  if (!path.endsWith(".py")) return true
  const object = memberObject(text, offset)
  if (object === null) return false
  const places = path.slice(0, -".py".length).split("/")
  if (places.includes(object)) return true
  return [...text.matchAll(RENAMED)].some(([, name = "", as]) => as === object && places.includes(name))
}

/** Whether all of an assembly or a module may call it. */
function isInternal({ before, definition: { range, offset } }: LostDefinition): boolean {
  return /\binternal\b/.test(before.slice(range.start, offset))
}

/** `fun Cart.total()` */
function isExtension({ before, definition: { offset } }: LostDefinition): boolean {
  return before[offset - 1] === "."
}

/** Whether what stands in front of a member is its own object or type. */
function isOwn(before: string, { qualified_name }: Definition): boolean {
  const object = /([\w$]{1,200})\s{0,20}(?:\?\.|\?->|->|::|\.)\s{0,20}$/.exec(before)?.[1]
  return (
    object !== undefined &&
    ["$this", "this", "self", "static", qualified_name.split(".").at(-2)].includes(object)
  )
}

/** Whether a Go file calls a package so: by the name of its clause or of its folder, or by another one. */
function isOfPackage(object: string | null, text: string, { path, before }: LostDefinition): boolean {
  if (object === null) return false
  const own = /^package[ \t]{1,8}(\w{1,200})/m.exec(before)?.[1]
  const folder = posix.basename(posix.dirname(path))
  if (object === own || object === folder) return true
  return [...text.matchAll(IMPORTED_AS)].some(([, name]) => name === object)
}

const IMPORTED_AS = /^\s{0,40}(?:import[ \t]{1,8})?(\w{1,200})[ \t]{1,8}"/gm

const RENAMED = /\b(\w{1,200})[ \t]{1,9}as[ \t]{1,9}(\w{1,200})/g

/** Whether a text with the name means the definition by it, as far as its language shows. */
function saysIt(text: string, file: string, lost: LostDefinition): boolean {
  const { path, definition } = lost
  // A page without a mark of a template calls nothing of Go or Rust.
  if (/\.html?$/.test(file) && /\.(?:go|rs)$/.test(path) && !TEMPLATE.test(text)) return false
  if (path.endsWith(".go") && definition.kind === "function" && file.endsWith(".go"))
    return !isLocal(bareSource(text, "go"), definition)
  if (path.endsWith(".java") && TYPES.has(definition.kind) && !namesOwner(text, file, lost)) return false
  if (isStatic(lost) && file.endsWith(".rs")) return callsAssociated(bareSource(text, "rust"), file, lost)
  const language = languageOf(file)
  if (isStatic(lost) && (language === "java" || isOfTable(language)))
    return callsStatic(bareSource(text, language), file, lost)
  return true
}

const MOST_BASES = 40

/** Whether a file outside names a nested type of Java behind the type around it, or may inherit it. */
function namesOwner(
  text: string,
  file: string,
  { path, definition: { name, qualified_name } }: LostDefinition,
): boolean {
  const owner = qualified_name.split(".").at(-2)
  if (owner === undefined || file === path) return true
  const words: readonly string[] = text.match(/[\w$]+|[.{]/g) ?? []
  return words.some((word, at) => {
    if (word !== owner) return false
    if (words[at + 1] === ".") return words[at + 2] === name || words[at + 2] === "*"
    const head = words.slice(Math.max(0, at - MOST_BASES), at)
    const from = Math.max(head.lastIndexOf("extends"), head.lastIndexOf("implements"))
    return from >= 0 && !head.slice(from).includes("{")
  })
}

const TEMPLATE = /\{\{|\{%|<%/

/** The name first occurs where a variable gets it. */
function isLocal(text: string, { name }: Definition): boolean {
  const line = text.split("\n").find((one) => countIdentifier(one, name) > 0) ?? ""
  const [left = "", right] = line.split(":=")
  return right !== undefined && /^[\s\w,]{1,400}$/.test(left) && countIdentifier(right, name) === 0
}

/** It is called by the name of its type: a static method that extends no other type, a function of Rust without `self`. */
export function isStatic({ path, before, definition: { kind, range, offset } }: LostDefinition): boolean {
  if (kind !== "method") return false
  const language = languageOf(path)
  if (language === "java" || isOfTable(language))
    return (
      /\bstatic\b|\bdef self\./.test(before.slice(range.start, offset)) &&
      !/^\w{1,200}(?:<[^<>()]{1,200}>)?\s{0,9}\(\s{0,9}this\b/.test(before.slice(offset, range.end))
    )
  const parameters = before.slice(offset, Math.min(range.end, offset + 2000)).split(/\)|->|\{/, 1)[0] ?? ""
  return path.endsWith(".rs") && parameters.includes("(") && !/\bself\b/.test(parameters)
}

/** By its type, by `Self` in its file, or behind anything that is not a plain name. */
function callsAssociated(text: string, file: string, { path, definition }: LostDefinition): boolean {
  const { name, qualified_name } = definition
  const owner = qualified_name.split(".").at(-2) ?? ""
  const words: readonly string[] = text.match(/[\w$]+|::|[^\s\w$]/g) ?? []
  // Another name for the type may stand in front.
  const is_aliased = words.some(
    (word, at) => word === owner && (words[at + 1] === "as" || words[at - 1] === "="),
  )
  return words.some((word, at) => {
    if (word !== name || words[at - 1] !== "::") return false
    const object = words[at - 2] ?? ""
    if (object === "Self") return file === path
    return object === owner || is_aliased || (!/^\w/.test(object) && words.includes(owner))
  })
}

/** By its type, or alone where the type is extended or its names are imported. */
function callsStatic(text: string, file: string, { path, definition }: LostDefinition): boolean {
  const { name, qualified_name } = definition
  const owner = qualified_name.split(".").at(-2) ?? ""
  const words = text.match(/[\w$]+|::|[^\s\w$]/g) ?? []
  const isNear = file === path || namesOf(words).has(owner)
  return words.some((word, at) => {
    if (word !== name) return false
    const before = words[at - 1]
    if (before === "." || before === "::")
      return words[at - 2] === owner || (file === path && /^(?:self|static|this)$/.test(words[at - 2] ?? ""))
    return isNear && words[at + 1] === "("
  })
}

/** The types that a Java file extends, and those its static imports name. */
function namesOf(words: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [at, word] of words.entries()) {
    if (word === "extends") names.add(words[at + 1] ?? "")
    if (word !== "static" || words[at - 1] !== "import") continue
    for (const part of words.slice(at + 1, words.indexOf(";", at))) names.add(part)
  }
  return names
}
