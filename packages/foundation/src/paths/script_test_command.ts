import { existsSync } from "node:fs"
import { join, posix } from "node:path"
import { containedRead } from "../files/contained_read.ts"
import { isRecord } from "../text/is_record.ts"
import { parsedJson } from "../text/json.ts"

export interface TestFilePlace {
  /** A tree that has the test file, all links resolved. */
  readonly root: string
  readonly path: string
  /** Where the project of the file begins, relative to the root; "." is the root. */
  readonly folder: string
  /** The path from there, as a word of a shell. */
  readonly inner: string
}

/** A command line, or the reason why it is missing. */
export type TestFileCommand =
  | string
  | {
      readonly missing: string
    }

/**
 * The command line that runs one test file of JavaScript or TypeScript. The file's imports decide, else the nearest
 * package.json that names a runner: first what its script `test` runs, then its dependencies. Else what is installed
 * decides.
 */
export async function scriptTestCommand(place: TestFilePlace): Promise<TestFileCommand> {
  const packages = await packagesAbove(place)
  const runner = await findRunner(place, packages)
  const loaders = loadersOf(packages.map(({ test }) => test).find((test) => test !== "") ?? "")
  if (runner === null) return nodeCommand(place, packages, loaders)
  const words = runner.wordsOf({ loaders, major: await majorOf(place, packages, runner.name) })
  return [...words, place.inner].join(" ")
}

interface RunnerWords {
  /** What the project makes Node load before a test, such as `--import tsx`. */
  readonly loaders: readonly string[]
  /** The major version; 0: not known. */
  readonly major: number
}

interface Runner {
  readonly name: string
  /** What its tests import. Default: its name. */
  readonly imports?: string | undefined
  readonly wordsOf: (given: RunnerWords) => readonly string[]
}

const NPX = ["npx", "--no-install"]

/** Runners that another runner brings along come after it. */
const runners: readonly Runner[] = [
  { name: "vitest", wordsOf: () => [...NPX, "vitest", "run"] },
  { name: "jest", imports: "@jest/globals", wordsOf: () => [...NPX, "jest", "--runTestsByPath"] },
  { name: "mocha", wordsOf: ({ loaders }) => [...NPX, "mocha", ...loaders] },
  { name: "ava", wordsOf: () => [...NPX, "ava"] },
  { name: "tape", wordsOf: ({ loaders }) => [...NPX, "tape", ...loaders] },
  // One file alone does not reach the project's coverage threshold, and the run would fail.
  {
    name: "tap",
    wordsOf: ({ major }) => [
      ...NPX,
      "tap",
      major > 0 && major < 18 ? "--no-coverage" : "--disable-coverage",
      "--reporter=tap",
    ],
  },
  // Its own command takes patterns, not a file.
  { name: "uvu", wordsOf: ({ loaders }) => ["node", ...loaders] },
  { name: "jasmine", wordsOf: () => [...NPX, "jasmine"] },
]

interface Package {
  /** What the script `test` runs, with the scripts that it runs. */
  readonly test: string
  readonly dependencies: ReadonlyMap<string, string>
}

/** null: the runner of Node. */
async function findRunner(place: TestFilePlace, packages: readonly Package[]): Promise<Runner | null> {
  const isThere = ({ name }: Runner) => isKnown(place, packages, name)
  const text = await readText(place, place.path)
  const imported = [...text.matchAll(IMPORTED)].flatMap(([, name]) => name ?? [])
  if (imported.includes("node:test")) return null
  const asked = runners.find((runner) => imported.includes(runner.imports ?? runner.name) && isThere(runner))
  if (asked !== undefined) return asked
  for (const { test, dependencies } of packages) {
    const named = runners.find((runner) => hasWord(test, runner.name) && isThere(runner))
    if (named !== undefined) return named
    if (NODE_TEST.test(test)) return null
    const declared = runners.find(({ name }) => dependencies.has(name))
    if (declared !== undefined) return declared
  }
  return runners.find(({ name }) => isInstalled(place, name)) ?? null
}

const IMPORTED = /\b(?:from|require\(|import)[ \t]{0,8}["']([@\w][\w@:./-]{0,100})["']/g
const NODE_TEST = /\b(?:node|tsx)\b[^&|;\n]{0,400} --test\b/

function hasWord(script: string, name: string): boolean {
  return script.split(/[^\w@/.-]+/).some((word) => word === name || word.endsWith(`/${name}`))
}

function nodeCommand(
  place: TestFilePlace,
  packages: readonly Package[],
  loaders: readonly string[],
): TestFileCommand {
  const { path, inner } = place
  const command = ["node", ...loaders, "--test", inner].join(" ")
  if (loaders.length > 0 || !/\.[cm]?tsx?$|\.jsx$/.test(path)) return command
  if (isKnown(place, packages, "tsx")) return `node --import tsx --test ${inner}`
  if (!path.endsWith("x") && hasTypes()) return command
  return { missing: `${path}: no runner of tests is there to run it, such as vitest, jest, mocha or tsx` }
}

/** Node from 22.18 and 23.6 on reads types without a switch. */
function hasTypes(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)
}

/** The modules that a script makes Node load: `-r ts-node/register`, `--import=tsx`, `tsx --test`. */
function loadersOf(script: string): readonly string[] {
  const given = [...script.matchAll(LOADER)].map(([, option = "", name = ""]) =>
    option.startsWith("--") ? `${option}=${name}` : `${option} ${name}`,
  )
  const switches = [...script.matchAll(/ (--experimental-strip-types|--experimental-transform-types)\b/g)]
  const tsx = given.length === 0 && /\btsx\b[^&|;\n]{0,400} --test\b/.test(script) ? ["--import=tsx"] : []
  return [...new Set([...given, ...switches.map(([, name = ""]) => name), ...tsx])].slice(0, 8)
}

const LOADER = / (-r|--require|--import|--loader)[ =](@?[\w.][\w./-]{0,200})(?= |$)/g

async function packagesAbove(place: TestFilePlace): Promise<readonly Package[]> {
  const found: Package[] = []
  for (const folder of foldersAbove(place.folder)) {
    const manifest = parsedRecord(await readText(place, posix.join(folder, "package.json")))
    const { scripts } = manifest
    const lists = [manifest["devDependencies"], manifest["dependencies"]]
    found.push({
      test: isRecord(scripts) ? expanded(scripts, "test", 3) : "",
      dependencies: new Map(lists.flatMap((list) => (isRecord(list) ? rangesOf(list) : []))),
    })
  }
  return found
}

function rangesOf(list: Readonly<Record<string, unknown>>): ReadonlyArray<readonly [string, string]> {
  return Object.entries(list).map(([name, range]) => [name, typeof range === "string" ? range : ""])
}

/** A script with those that it runs by name: "npm run unit && npm run lint". */
function expanded(scripts: Readonly<Record<string, unknown>>, name: string, depth: number): string {
  const script = scripts[name]
  if (typeof script !== "string" || depth === 0) return ""
  const inner = [...script.slice(0, 4000).matchAll(/\b(?:npm|pnpm|yarn)(?: run)? ([\w:.-]{1,100})/g)]
  const others = inner.flatMap(([, other = ""]) =>
    other === name ? [] : expanded(scripts, other, depth - 1),
  )
  return [script.slice(0, 4000), ...others].join(" && ")
}

async function majorOf(place: TestFilePlace, packages: readonly Package[], name: string): Promise<number> {
  const folder = foldersAbove(place.folder).find((above) => hasPackage(place.root, above, name))
  const manifest = posix.join(folder ?? ".", "node_modules", name, "package.json")
  const { version } = folder === undefined ? {} : parsedRecord(await readText(place, manifest))
  const declared = packages
    .map(({ dependencies }) => dependencies.get(name))
    .find((range) => range !== undefined)
  const stated = typeof version === "string" ? version : declared
  return Number(/\d{1,6}/.exec(stated ?? "")?.[0] ?? 0)
}

/** Whether a package.json names a package, or it is installed without being named. */
function isKnown(place: TestFilePlace, packages: readonly Package[], name: string): boolean {
  return packages.some(({ dependencies }) => dependencies.has(name)) || isInstalled(place, name)
}

function isInstalled({ root, folder }: TestFilePlace, name: string): boolean {
  return foldersAbove(folder).some((above) => hasPackage(root, above, name))
}

function hasPackage(root: string, folder: string, name: string): boolean {
  return existsSync(join(root, folder, "node_modules", name))
}

async function readText({ root }: TestFilePlace, path: string): Promise<string> {
  const content = await containedRead(root, path)
  return content instanceof Buffer ? content.toString() : ""
}

function parsedRecord(text: string): Readonly<Record<string, unknown>> {
  const parsed = parsedJson(text)
  return isRecord(parsed) ? parsed : {}
}

export function foldersAbove(folder: string): readonly string[] {
  if (folder === ".") return ["."]
  return [folder, ...foldersAbove(posix.dirname(folder))]
}
