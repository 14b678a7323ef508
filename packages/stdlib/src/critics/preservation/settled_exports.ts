import { posix } from "node:path"
import { type ChangeSet, type FileChange, strictText } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"
import { definitions } from "../../code/definitions.ts"
import { identifiersIn } from "../../code/identifiers.ts"
import { isScript, languageOf } from "../../code/language.ts"
import { memberObject } from "../../code/member_object.ts"
import { type SymbolIndex, symbolIndex } from "../../code/symbol_index.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { compareTests } from "../forged/tests/compare_tests.ts"
import { wordsOf } from "../forged/tests/words.ts"
import { oncePer } from "../once_per.ts"
import { isPackageFile } from "../reachability/entry_points.ts"
import { documentedNames, isPlainWord } from "./documented.ts"
import { exportsOf } from "./exported_names.ts"
import { hasRenamed, isNamedAnew } from "./renamed.ts"
import type { LostName, Rewrite } from "./rewrite.ts"
import { leadsTo, moduleStem } from "./script_targets.ts"
import { isDefaultSettled } from "./settled_default.ts"

/** Lost exports that no file imports from here, except those that moved, became private, or went with their users. */
export async function withoutSettled(
  lost: readonly LostName[],
  { path, before, after }: Rewrite,
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<readonly LostName[]> {
  if (TOOL_FILE.test(path)) return lost.filter(({ name }) => name === "default")
  if (lost.length === 0) return lost
  const is_package = (await isPackageFile(path, facts)) || (await isPassedOnWhole(path, facts))
  const named = lost.filter(({ name }) => name !== "default")
  if (!is_package && named.length < lost.length && (await isDefaultSettled(path, change, facts)))
    return withoutSettled(named, { path, before, after }, change, facts)
  const candidates = new Set(named.map(({ name }) => name))
  if (candidates.size === 0) return lost
  const index = await symbolIndex(facts, candidates)
  const exported = await newlyExported(change, candidates)
  const defined = new Set((await definitions(path, after))?.map(({ name }) => name))
  const documented = documentedNames(change, candidates)
  const used = new Set([
    ...usedElsewhereBefore(candidates, path, change),
    ...(await usedByItself({ path, before, after }, candidates)),
    ...documented,
  ])
  const is_inner = await isInnerIndex(path, facts)
  const importedBefore = importedElsewhereBefore(candidates, path, change)
  const own = change.files.find((file) => file.path === path)
  const came = own === undefined ? [] : await newExports(own)
  const isRenamed = async (name: string) =>
    (isNamedAnew(name, came) || (await hasRenamed(name, { path, before, after }))) &&
    !isImported(name, path, index) &&
    !(await isRequired(name, path, index, facts)) &&
    (is_package || !(await isMentioned(name, index, facts)))
  const isSettled = async (name: string) => {
    if (isImported(name, path, index)) return false
    if (goesWithModule(name, change)) return true
    if (await isRequired(name, path, index, facts)) return false
    if (isExportedTest(name, path)) return wentWithSubject(name, change)
    // What others import went with its documents, what is inside of the package with its imports.
    if (is_package)
      return (
        (documented.has(name) || (is_inner && importedBefore.has(name))) &&
        !(await isMentioned(name, index, facts))
      )
    if (exported.has(name) || defined.has(name) || FOR_NOBODY.test(path) || isTestPath(path)) return true
    return used.has(name) && !(await isMentioned(name, index, facts)) && "unused"
  }
  const left: LostName[] = []
  for (const one of lost) {
    const is_settled = candidates.has(one.name) ? await isSettled(one.name) : null
    if (is_settled === null) left.push(one)
    else if (is_settled === false) left.push({ ...one, is_renamed: await isRenamed(one.name) })
    else if (is_settled === "unused" && !documented.has(one.name)) left.push({ ...one, went_with_use: true })
  }
  return left
}

/** Files for experiments, examples and demos, whose exports nobody uses. */
const FOR_NOBODY =
  /(?:^|\/)(?:(?:play|playground|sandbox|scratch)\.[cm]?[jt]sx?$|(?:examples?|demos?|playgrounds?|samples?)\/)/

/** Configuration of tools, which other critics judge. */
const TOOL_FILE =
  /(?:^|\/)(?:[\w.-]{1,80}\.(?:config|conf)(?:\.[\w-]{1,40})?|\.[\w-]{1,60}rc|gulpfile|Gruntfile)\.[cm]?[jt]s$/

/** The index of a folder inside of a package: neither of the package nor of its sources. */
async function isInnerIndex(path: string, facts: RepositoryFacts): Promise<boolean> {
  const [, folder = ""] = /^(.*?)\/?index\.[cm]?[jt]sx?$/.exec(path) ?? []
  return (
    folder !== "" &&
    !/(?:^|\/)(?:src|lib|source)$/.test(folder) &&
    !(await facts.exists(`${folder}/package.json`))
  )
}

/** Whether the change deletes a module of that name, whose export the file passed on, or creates it. */
function goesWithModule(name: string, { files }: ChangeSet): boolean {
  const plain = (text: string) => text.replaceAll(/[-_]/g, "").toLowerCase()
  return files.some(({ path, before, after }) => {
    if ((before !== null && after !== null) || !isScript(languageOf(path)) || isTestPath(path)) return false
    const [folder = "", stem = ""] = path.split("/").slice(-2)
    return (
      plain(moduleStem(path)) === plain(name) || (stem.startsWith("index.") && plain(folder) === plain(name))
    )
  })
}

/** Names that another touched file imported before the change. */
function importedElsewhereBefore(
  names: ReadonlySet<string>,
  path: string,
  change: ChangeSet,
): ReadonlySet<string> {
  const texts = change.files.flatMap((file) =>
    file.path === path || !isScript(languageOf(file.path)) ? [] : [strictText(file.before) ?? ""],
  )
  const clauses = texts.flatMap((text) => [...text.matchAll(CLAUSE)].map(([clause]) => clause))
  return new Set(clauses.flatMap((clause) => identifiersIn(clause, names)))
}

/** Names that another touched file contained before the change. */
function usedElsewhereBefore(
  names: ReadonlySet<string>,
  path: string,
  change: ChangeSet,
): ReadonlySet<string> {
  const others = change.files.filter(
    (file) => file.path !== path && (isScript(languageOf(file.path)) || COMPONENT.test(file.path)),
  )
  return new Set(others.flatMap(({ before }) => identifiersIn(strictText(before) ?? "", names)))
}

/**
 * A file that defines the name means its own definition. A member refers to an export only when its object is a
 * module, and a plain word in a module only when the module imports it.
 */
async function isMentioned(
  name: string,
  { files, unparsed }: SymbolIndex,
  facts: RepositoryFacts,
): Promise<boolean> {
  for (const path of unparsed.get(name) ?? []) {
    if (isPlainWord(name) && IN_PROSE.test(path)) continue
    if (!isPlainWord(name) || !COMPONENT.test(path)) return true
    const text = strictText(await facts.read(path)) ?? ""
    const imported = [...text.matchAll(CLAUSE)].some(
      ([clause]) => identifiersIn(clause, new Set([name])).length > 0,
    )
    if (imported || [...text.matchAll(CALL)].some(([, called]) => called === name)) return true
  }
  for (const [path, { references, definitions: own }] of files) {
    const found = references.filter((one) => one.name === name)
    if (found.length === 0 || own.some((one) => one.name === name)) continue
    if (found.some(({ kind }) => kind === "import")) return true
    const text = strictText(await facts.read(path)) ?? ""
    if (!IS_MODULE.test(text) && found.some(({ member }) => !member)) return true
    if (found.some(({ offset }) => isOfModule(text, offset))) return true
  }
  return false
}

/** Components with scripts in them: a plain word there is often their own. */
const COMPONENT = /\.(?:vue|svelte|astro)$/
const CLAUSE = /\b(?:import|export)\b[^;"'`]{1,2000}/g
const CALL = /(?<![.\w$])([\w$]{1,200})\(/g
const IS_MODULE = /^(?:import|export)\b/m

/** Data and documents, where a plain word is no reference. */
const IN_PROSE = /\.(?:mdx|json|ya?ml|toml|cfg|ini)$/

/** Whether the object of a member is an imported module. */
function isOfModule(text: string, offset: number): boolean {
  const object = memberObject(text, offset)
  return object !== null && [...text.matchAll(MODULE)].some(([, ...names]) => names.includes(object))
}

const MODULE =
  /\*\s{1,9}as\s{1,9}([\w$]{1,200})|\bimport\s{1,9}([\w$]{1,200})\b|\b([\w$]{1,200})\s{0,9}=\s{0,9}(?:await\s{1,9})?(?:require|import)\s{0,9}\(/g

/** Names that the file used itself beside their definitions and its list of exports, and no longer has. */
async function usedByItself(
  { path, before, after }: Rewrite,
  names: ReadonlySet<string>,
): Promise<readonly string[]> {
  const left = new Set(identifiersIn(after, names))
  // A list of CommonJS is an object like any other.
  if (!HAS_EXPORT.test(before)) return []
  let rest = before
  const own = ((await definitions(path, before)) ?? []).filter(({ name }) => names.has(name))
  // From the end, so that earlier places stay valid.
  for (const { range } of own.toSorted((one, other) => other.range.start - one.range.start))
    rest = rest.slice(0, range.start) + rest.slice(range.end)
  return identifiersIn(rest.replaceAll(EXPORTED, ""), names).filter((name) => !left.has(name))
}

const HAS_EXPORT = /^export\b/m
const EXPORTED = /\bexport\s{0,9}\{[^{}]{0,9000}\}|^export\b[^={\n]{0,200}/gm

/** Whether another file that has the name requires the module, or takes the name out of one it requires. */
async function isRequired(
  name: string,
  path: string,
  { files, unparsed }: SymbolIndex,
  facts: RepositoryFacts,
): Promise<boolean> {
  for (const importer of [...files.keys(), ...(unparsed.get(name) ?? [])]) {
    if (importer === path || !isScript(languageOf(importer))) continue
    const text = strictText(await facts.read(importer)) ?? ""
    if (identifiersIn(text, new Set([name])).length === 0) continue
    if (requiredIn(text).some((module) => module === null || leadsTo(module, importer, path))) return true
    const taken = [...text.matchAll(TAKEN)].some(
      ([, clause = "", module = ""]) =>
        identifiersIn(clause, new Set([name])).length > 0 && module.startsWith("."),
    )
    if (taken) return true
  }
  return false
}

/** Names taken out of a module of the repository. */
const TAKEN =
  /\{([^{}]{1,4000})\}\s{0,9}=\s{0,9}(?:await\s{1,9})?(?:require|import)\s{0,9}\(\s{0,9}["'`]([^"'`\n]{1,300})["'`]/g

/** The modules that a text requires; null: one whose name is computed. */
function requiredIn(text: string): ReadonlyArray<string | null> {
  return [...text.matchAll(REQUIRED)].map(([, module]) => module ?? null)
}

const REQUIRED = /\brequire\s{0,9}\(\s{0,9}(?:["'`]([^"'`\n]{1,300})["'`]\s{0,9}\)|(?=[^"'`\s)]))/g

/** Whether the index of a folder above gives its users all that the module exports. */
async function isPassedOnWhole(path: string, facts: RepositoryFacts): Promise<boolean> {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    for (const name of ["index.js", "index.cjs", "lib/index.js", "src/index.js"]) {
      const index = posix.join(folder, name)
      const text = index === path ? "" : (strictText(await facts.read(index)) ?? "")
      if ([...text.matchAll(WHOLE)].some(([, module = ""]) => leadsTo(module, index, path))) return true
    }
    if (folder === "." || folder === "/") return false
  }
}

/** `module.exports = require("./a")`, `...require("./a")`, `assign(exports, require("./a"))`. */
const WHOLE =
  /(?:\bexports\s{0,9}=|\.\.\.|\b(?:assign|extend|merge|__exportStar|__export)\([^()]{0,200}?)\s{0,9}require\(["'`]([^"'`\n]{1,300})["'`]\)(?!\.)/g

/** Tests that are members of what a file exports, as mocha and expresso run them. */
function isExportedTest(name: string, path: string): boolean {
  return isTestPath(path) && (/\s/.test(name) || /^test(?![a-z])/.test(name))
}

/** Whether a word of a test's name is one that the code beside the tests no longer has. */
async function wentWithSubject(name: string, change: ChangeSet): Promise<boolean> {
  const { removed } = await compareTests(change)
  return [...wordsOf(name)].some((word) => word.length >= LEAST_WORD && removed.has(word))
}

const LEAST_WORD = 4

/** New exports of touched files that contain one of the names. */
async function newlyExported(change: ChangeSet, names: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const file of change.files) {
    if (!isScript(languageOf(file.path))) continue
    if (identifiersIn(strictText(file.after) ?? "", names).length === 0) continue
    for (const name of await newExports(file)) found.add(name)
  }
  return found
}

const newExports = oncePer(async ({ path, before, after }: FileChange) => {
  const old = before === null ? null : await exportsOf(path, strictText(before) ?? "")
  const now = after === null ? null : await exportsOf(path, strictText(after) ?? "")
  const had = new Set(old?.names.map(({ name }) => name))
  return now?.names.map(({ name }) => name).filter((name) => !had.has(name)) ?? []
})

function isImported(name: string, path: string, { files, truncated }: SymbolIndex): boolean {
  if (truncated) return true
  return [...files].some(([importer, { references }]) =>
    references.some(
      (found) =>
        found.name === name && found.kind === "import" && leadsTo(found.module ?? "", importer, path),
    ),
  )
}
