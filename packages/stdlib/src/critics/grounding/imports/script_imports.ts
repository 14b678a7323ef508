import { builtinModules } from "node:module"
import { posix } from "node:path"
import { lenientText } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"
import { languageOf } from "../../../code/language.ts"
import { isRelativeScript, scriptModuleFiles } from "../../../code/script_modules.ts"
import { lineAt, lineStarts } from "../../docs/lines.ts"
import { exportsOf, starNames } from "../../preservation/exported_names.ts"
import { canGround } from "../grounded_frameworks.ts"
import { packageOf, possiblePackages } from "../package_names.ts"
import { packageScope } from "../package_scope.ts"
import { scriptTokens, type Token } from "../script_tokens.ts"
import type { Import, ImportReader, ImportSite } from "./import_reader.ts"
import { isForItself, isIgnored, isSaidElsewhere, MADE } from "./said_elsewhere.ts"

/** Imports and exports from modules, and `require` at the beginning of a statement. */
export const scriptImports: ImportReader = {
  read(text) {
    const tokens = scriptTokens(text)
    const starts = lineStarts(text)
    return tokens.flatMap((token, index) => {
      if (token.kind !== "text" || token.value === "" || !isLoaded(tokens, index)) return []
      return [{ module: token.value, names: namesBefore(tokens, index), line: lineAt(starts, token.offset) }]
    })
  },
  async faultOf(one, site) {
    if (isRelativeScript(one.module)) return await faultOfFile(one, site)
    if (one.module.startsWith("node:")) return faultOfBuiltin(one.module)
    return await faultOfPackage(one.module, site)
  },
}

function isLoaded(tokens: readonly Token[], index: number): boolean {
  const last = tokens[index - 1]
  if (last?.kind === "word" && (last.value === "from" || last.value === "import"))
    return tokens[index - 2]?.value !== "."
  // `const a = require("b")`
  const callee = tokens[index - 2]
  return (
    last?.value === "(" &&
    callee?.value === "require" &&
    tokens[index - 3]?.value === "=" &&
    isDeclared(tokens, index - 3)
  )
}

function isDeclared(tokens: readonly Token[], index: number): boolean {
  for (let at = index; at >= Math.max(0, index - 40); at -= 1) {
    const value = tokens[at]?.value ?? ""
    if (value === "const" || value === "let" || value === "var") return tokens[at - 2]?.value !== "try"
  }
  return false
}

/** The names between the braces before `from`. */
function namesBefore(tokens: readonly Token[], index: number): readonly string[] {
  if (tokens[index - 1]?.value !== "from" || tokens[index - 2]?.value !== "}") return []
  const names: string[] = []
  for (let at = index - 3; at > Math.max(0, index - 2000); at -= 1) {
    const token = tokens[at]
    if (token?.value === "{") break
    const before = tokens[at - 1]?.value
    if (
      token?.kind === "word" &&
      token.value !== "as" &&
      before !== "as" &&
      (before === "{" || before === "," || before === "type")
    )
      names.push(token.value)
  }
  return names.filter((name) => name !== "type" && name !== "default")
}

const NEWER_BUILTINS = ["sqlite", "sea", "test", "ffi", "vfs"]

function faultOfBuiltin(module: string): string | null {
  const [name = ""] = module.slice("node:".length).split("/", 1)
  const known = builtinModules.some((one) => one.replace("node:", "").split("/", 1)[0] === name)
  return known || NEWER_BUILTINS.includes(name) ? null : `imports "${module}", which is not a module of Node`
}

const SCRIPTS = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx)$/

async function faultOfPackage(module: string, site: ImportSite): Promise<string | null> {
  const name = packageOf(module)
  const { facts, path } = site
  if (name === null || isForItself(path) || !/^(?:@[\w.~-]{1,214}\/)?[\w.~-]{1,214}$/.test(name)) return null
  const fingerprint = await facts.fingerprint()
  if (!canGround(fingerprint)) return null
  const scope = await packageScope(facts, fingerprint, path)
  if (scope === null || scope.aliases.some((alias) => alias === "" || module.startsWith(alias))) return null
  if (possiblePackages(name).some((possible) => scope.declared.has(possible))) return null
  if ((await isAliased(module, site)) || (await isKeptInTests(name, site))) return null
  if (await isSaidElsewhere(site, SCRIPTS, (text) => loads(text, name))) return null
  if (await isAmbient(module, facts)) return null
  return `imports the package "${name}", which no package.json from here up declares`
}

/** Whether a folder of the tests has the package in a `node_modules` of its own, where nobody installs it. */
async function isKeptInTests(name: string, { facts, path }: ImportSite): Promise<boolean> {
  for (let folder = posix.dirname(path); isTestPath(`${folder}/a`); folder = posix.dirname(folder))
    if (await facts.exists(`${folder}/node_modules/${name}/package.json`)) return true
  return false
}

async function isAmbient(module: string, facts: ImportSite["facts"]): Promise<boolean> {
  const files = (await facts.paths()).filter((path) => /\.d\.[cm]?ts$/.test(path)).slice(0, 500)
  const texts = await Promise.all(files.map((path) => facts.read(path)))
  return texts.some((bytes) =>
    ['"', "'"].some((quote) => lenientText(bytes)?.includes(`declare module ${quote}${module}${quote}`)),
  )
}

/** Whether the name of a package stands in quotes, alone or as the beginning of a path. */
function loads(text: string, name: string): boolean {
  const lower = text.toLowerCase()
  return ['"', "'", "`"].some(
    (quote) => lower.includes(`${quote}${name}${quote}`) || lower.includes(`${quote}${name}/`),
  )
}

/** Configurations that map the beginning of a module to a folder. */
const CONFIGS =
  /^(?:tsconfig[\w.-]{0,100}\.json|jsconfig\.json|deno\.jsonc?|import_map\.json|importmap\.json|\.babelrc[\w.]{0,20}|package\.json|[\w.-]{1,100}\.config\.[cm]?[jt]s)$/

/** Whether the first part of a module is a folder here, or a configuration above mentions it. */
async function isAliased(module: string, { facts, path }: ImportSite): Promise<boolean> {
  const [first = ""] = module.split("/", 1)
  const folders: string[] = ["."]
  for (let folder = posix.dirname(path); folder !== "." && folder !== "/"; folder = posix.dirname(folder))
    folders.push(folder)
  for (const folder of folders.slice(0, 32)) {
    for (const base of ["", "src", "app", "lib"]) {
      if (first.startsWith("@")) continue
      for (const ending of ["", ".ts", ".tsx", ".js", ".jsx"])
        if (await facts.exists(posix.join(folder, base, `${first}${ending}`))) return true
    }
  }
  const configs = (await facts.paths()).filter(
    (one) => folders.includes(posix.dirname(one)) && CONFIGS.test(posix.basename(one)),
  )
  const texts = await Promise.all(configs.map((one) => facts.read(one)))
  return texts.some(
    (bytes) => /["'`]/.test(lenientText(bytes) ?? "") && hasQuoted(lenientText(bytes) ?? "", first),
  )
}

function hasQuoted(text: string, word: string): boolean {
  return [`"${word}`, `'${word}`, `\`${word}`, ` ${word}:`, `^${word}`].some((start) => text.includes(start))
}

async function faultOfFile({ module, names }: Import, site: ImportSite): Promise<string | null> {
  const { path, facts } = site
  const [plain = ""] = module.split("?", 1)
  const target = posix.join(posix.dirname(path), plain)
  if (target.startsWith("..") || MADE.test(target)) return null
  const candidates = scriptModuleFiles(plain, path)
  const file = await firstOf(candidates, (one) => facts.read(one))
  if (file === undefined) {
    if ((await facts.exists(target)) || (await isIgnored(target, site))) return null
    const folder = posix.dirname(target)
    const stem = posix.basename(target).replace(/\.[cm]?[jt]sx?$/, "")
    const near = (await facts.paths()).some(
      (one) => posix.dirname(one) === folder && posix.basename(one).startsWith(`${stem}.`),
    )
    return near ? null : `imports "${module}", and there is no such file`
  }
  if (names.length === 0 || languageOf(file) === null || file.endsWith(".d.ts")) return null
  return await faultOfNames({ module, names, file }, site)
}

async function faultOfNames(
  {
    module,
    names,
    file,
  }: { readonly module: string; readonly names: readonly string[]; readonly file: string },
  { path, facts }: ImportSite,
): Promise<string | null> {
  const exports = await exportsOf(file, lenientText(await facts.read(file)) ?? "")
  if (
    exports === null ||
    exports.open ||
    !exports.is_module ||
    exports.names.some(({ name }) => name === "default" && !file.includes(".ts"))
  )
    return null
  const known = new Set(exports.names.map(({ name }) => name))
  for (const star of exports.stars) {
    const inner = await starNames(star.module, file, { read: (one) => facts.read(one) })
    if (inner === null) return null
    for (const name of inner) known.add(name)
  }
  const missing = names.find((name) => !known.has(name))
  return missing === undefined || path === file
    ? null
    : `imports "${missing}" from "${module}", which does not export it`
}

async function firstOf(
  paths: readonly string[],
  read: (path: string) => Promise<Uint8Array | null>,
): Promise<string | undefined> {
  for (const path of paths) if ((await read(path)) !== null) return path
  return undefined
}
