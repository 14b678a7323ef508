import { lstat, readFile } from "node:fs/promises"
import { join, posix } from "node:path"
import { parsedJson } from "@proofloop/foundation/text"
import { programOf } from "../evidence/command/program_of.ts"
import { runScript } from "../evidence/command/run_script.ts"
import { splitCommands } from "../evidence/command/split_commands.ts"
import { taskOf } from "../evidence/command/task_runner.ts"
import { readField } from "../evidence/read_field.ts"

const MOST_SCRIPTS = 64
const MOST_LINES = 2000
const MOST_FOLDERS = 8
const MOST_WORDS = 64
const LONGEST_FILE = 64 * 1024
const SHELL = /^(?:ba|da|z|k|a)?sh$/
const SHELL_FILE = /\.(?:ba|z|k)?sh$/
const SHELL_HEAD = /^#![^\n]{0,64}\b(?:ba|da|z|k)?sh\b/
const SOURCES = /^(?:\.|source)$/
const NODE = /^(?:node|bun|tsx|ts-node)$/
const MAKE = /^g?make$/
const MAKEFILES = ["GNUmakefile", "makefile", "Makefile"]
/** Options whose value is a file that decides how a check runs. */
const FILE_OPTION =
  /^(?:-c|-f|-r|-p|--config(?:-file)?|--require|--import|--loader|--project|--file|--makefile|--rcfile|--tsconfig|--setup-files?)$/
const IS_OPTION_WITH_FILE = /^(--[a-z-]{2,32})=(.{1,512})$/

export interface CheckScripts {
  /** At most 64; not all of them need to exist. */
  readonly paths: readonly string[]
  /** The command line and those it leads to. */
  readonly lines: readonly string[]
  /** Folders that the lines name, "" for the root: commands may run there. */
  readonly folders: readonly string[]
}

/**
 * What a command line starts below `root`. Follows scripts, tasks of package.json, recipes of make, shell scripts and
 * what they source, and files that options name.
 */
export async function checkScripts(
  root: string,
  line: string,
  paths_of_work: readonly string[] = [],
): Promise<CheckScripts> {
  const packages = await packagesIn(root, paths_of_work)
  const lines = [line]
  const known_lines = new Set(lines)
  const found = new Set<string>()
  const folders = new Set([""])
  for (const current of lines) {
    for (const folder of await foldersIn(root, current, folders))
      if (folders.size < MOST_FOLDERS) folders.add(folder)
    for (const { words: given } of splitCommands(current)) {
      const words = programOf(given)
      const named = [...scriptPaths(words, given), ...optionFiles(words)]
      const paths = [
        ...named.map((path) => posix.normalize(path)),
        ...(await filesIn(root, folders, named)),
      ].filter(isBelow)
      const fresh = paths.filter((path) => !found.has(path))
      for (const path of fresh) found.add(path)
      const called = [
        ...nestedLines(words),
        ...packageLines(packages, words, folders),
        ...(await inEach(folders, (folder) => taskLines(join(root, folder), words))),
        ...(await inEach(folders, (folder) => recipeLines(join(root, folder), words))),
      ]
      const [program = ""] = words
      const is_shell = SOURCES.test(program) || SHELL.test(posix.basename(program))
      for (const path of fresh) called.push(...(await shellLines(root, path, is_shell)))
      for (const next of called) {
        if (known_lines.has(next) || lines.length >= MOST_LINES) continue
        known_lines.add(next)
        lines.push(next)
      }
    }
    if (found.size >= MOST_SCRIPTS) break
  }
  return { paths: [...found].slice(0, MOST_SCRIPTS), lines, folders: [...folders] }
}

/** `cd app`, `--prefix app`, `-C app`, `mocha app`: every word that is a folder below the root or a known one. */
async function foldersIn(root: string, line: string, known: ReadonlySet<string>): Promise<readonly string[]> {
  const words = new Set(line.match(/[\w@.-][\w@./-]{0,200}/g)?.slice(0, MOST_WORDS))
  const found: string[] = []
  for (const word of words)
    for (const folder of [...known].slice(0, MOST_FOLDERS)) {
      const path = posix.join(folder, word).replace(/\/$/, "")
      if (!isBelow(path) || known.has(path)) continue
      if ((await lstat(join(root, path)).catch(() => null))?.isDirectory() === true) found.push(path)
    }
  return found
}

/** Files of those names in the folders below the root. */
async function filesIn(
  root: string,
  folders: ReadonlySet<string>,
  names: readonly string[],
): Promise<readonly string[]> {
  const paths = [...folders].flatMap((folder) =>
    folder === "" ? [] : names.map((name) => posix.join(folder, name)),
  )
  const kinds = await Promise.all(paths.map((path) => lstat(join(root, path)).catch(() => null)))
  return paths.filter((_path, at) => kinds[at]?.isFile() === true)
}

async function inEach(
  folders: ReadonlySet<string>,
  read: (folder: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  return (await Promise.all([...folders].map(read))).flat()
}

/** A script; for a module or a folder, every file it may stand for. */
function scriptPaths(words: readonly string[], given: readonly string[]): readonly string[] {
  const is_module = given[given.length - words.length - 1] === "-m"
  const sourced = SOURCES.test(words[0] ?? "") ? words[1] : undefined
  const name = sourced ?? runScript(words, is_module)?.split(" ").at(-1) ?? ""
  // `node --check a.js` reads the file and runs nothing of it.
  if (name === "" || name.startsWith("-") || taskOf(words) !== null || words[1] === "--check") return []
  if (is_module) {
    const path = name.replaceAll(".", "/")
    return [`${path}.py`, `${path}/__main__.py`, `${path}/__init__.py`]
  }
  if (/[./]/.test(name)) return [name]
  if (!NODE.test(words[0] ?? "")) return []
  return ["", ".js", ".mjs", ".cjs", "/index.js", "/index.mjs", "/index.cjs"].map((end) => `${name}${end}`)
}

function optionFiles(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    const [, option, value] = IS_OPTION_WITH_FILE.exec(word) ?? []
    if (option !== undefined && value !== undefined) return FILE_OPTION.test(option) ? [value] : []
    const next = words[at + 1] ?? ""
    return FILE_OPTION.test(word) && /[./]/.test(next) ? [next] : []
  })
}

function isBelow(path: string): boolean {
  return path !== "." && !path.startsWith("../") && !posix.isAbsolute(path)
}

function nestedLines(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => /^-[a-z]{0,8}c$/.test(word))
  return SHELL.test(posix.basename(words[0] ?? "")) && at !== -1 ? [words[at + 1] ?? ""] : []
}

async function taskLines(root: string, words: readonly string[]): Promise<readonly string[]> {
  const task = taskOf(words)
  if (task === null || task.is_program) return []
  const manifest: unknown = parsedJson(await textOf(root, "package.json"))
  const scripts = readField(manifest, "scripts")
  return [`pre${task.name}`, task.name, `post${task.name}`]
    .map((name) => readField(scripts, name))
    .filter((script) => typeof script === "string")
}

interface Package {
  readonly folder: string
  readonly name: unknown
  readonly scripts: unknown
}

/** Packages below the root, as far as their manifests are among the files of the work. */
async function packagesIn(root: string, paths: readonly string[]): Promise<readonly Package[]> {
  const manifests = paths.filter((path) => path.endsWith("/package.json")).slice(0, MOST_SCRIPTS)
  const read = manifests.map(async (path): Promise<Package> => {
    const manifest: unknown = parsedJson(await textOf(root, path))
    return {
      folder: posix.dirname(path),
      name: readField(manifest, "name"),
      scripts: readField(manifest, "scripts"),
    }
  })
  return Promise.all(read)
}

/** Scripts of packages that a line calls by name: those of the packages it names, else of all. */
function packageLines(
  packages: readonly Package[],
  words: readonly string[],
  folders: Set<string>,
): readonly string[] {
  const said = new Set(words.flatMap((word) => [word, ...word.split("=").slice(1)]))
  const isNamed = ({ folder, name }: Package): boolean =>
    said.has(folder) || (typeof name === "string" && said.has(name))
  const named = packages.filter(isNamed)
  return (named.length > 0 ? named : packages).flatMap(({ folder, scripts }) => {
    const called = words.map((word) => readField(scripts, word)).filter((line) => typeof line === "string")
    if (called.length > 0 && folders.size < MOST_SCRIPTS) folders.add(folder)
    return called
  })
}

async function recipeLines(root: string, words: readonly string[]): Promise<readonly string[]> {
  if (!MAKE.test(words[0] ?? "")) return []
  const texts = await Promise.all(MAKEFILES.map((name) => textOf(root, name)))
  return texts
    .join("\n")
    .split("\n")
    .filter((line) => line.startsWith("\t"))
    .map((line) => line.replace(/^[\t @+-]{1,64}/, ""))
}

async function shellLines(root: string, path: string, is_shell: boolean): Promise<readonly string[]> {
  const text = await textOf(root, path)
  return is_shell || SHELL_FILE.test(path) || SHELL_HEAD.test(text) ? text.split("\n") : []
}

/** The text of a plain file of moderate length, else "". */
async function textOf(root: string, path: string): Promise<string> {
  const stats = await lstat(join(root, path)).catch(() => null)
  if (stats?.isFile() !== true || stats.size > LONGEST_FILE) return ""
  return readFile(join(root, path), "utf8").catch(() => "")
}
