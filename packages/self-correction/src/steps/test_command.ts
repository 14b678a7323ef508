import { existsSync } from "node:fs"
import { join, posix } from "node:path"
import { containedRead } from "@proofloop/foundation/files"
import { z } from "zod"
import { FixError } from "./fix_error.ts"
import { type TestLanguage, testLanguageOf } from "@proofloop/foundation/paths"
import { bareSource } from "./test_source.ts"
import { test_words } from "./test_words.ts"

export interface TestCommandOptions {
  /** A tree that has the test file, all links resolved. */
  readonly root: string
  readonly path: string
  readonly content: string
  /** Test names that are not the regression test's. Default: those of nothing. */
  readonly before?: string | null | undefined
}

/**
 * The command line that runs one test file in `root`, by its language and what the project has installed. Rejects with a
 * FixError of the kind "environment" when nothing there can run it.
 */
export async function testCommand(options: TestCommandOptions): Promise<string> {
  const { root, path } = options
  const language = testLanguageOf(path)
  if (language === null) throw new FixError("environment", `${path}: no runner is known for such a test`)
  const folder = nearestFolder(root, path, manifests[language])
  const inner = folder === "." ? path : path.slice(folder.length + 1)
  const command = await commands[language]({ ...options, folder, inner: shellWord(inner) })
  return folder === "." ? command : `cd ${shellWord(folder)} && ${command}`
}

/** A word that a shell takes as it is. */
export function shellWord(text: string): string {
  const plain = text.startsWith("-") ? `./${text}` : text
  if (/^[\w./@+:,-]{1,1000}$/.test(plain)) return plain
  if (process.platform === "win32") return `"${plain.replaceAll(/["%]/g, "")}"`
  return `'${plain.replaceAll("'", String.raw`'\''`)}'`
}

interface Place extends TestCommandOptions {
  /** Where the project of the file begins, relative to the root; "." is the root. */
  readonly folder: string
  /** The path from there, as a word of a shell. */
  readonly inner: string
}

const manifests: Readonly<Record<TestLanguage, readonly string[]>> = {
  // Tests of Python are run from the root, as its own runner is.
  python: [],
  script: ["package.json"],
  go: ["go.mod"],
  rust: ["Cargo.toml"],
}

const commands: Readonly<Record<TestLanguage, (place: Place) => string | Promise<string>>> = {
  python: ({ root, inner }) => `${pythonOf(root)} -m pytest -q -p no:cacheprovider ${inner}`,
  script: scriptCommand,
  go: ({ inner, content, before }) => {
    const folder = posix.dirname(inner.replaceAll("'", ""))
    const package_path = folder === "." ? "." : shellWord(`./${folder}`)
    const known = new Set(goTests(before ?? ""))
    const added = goTests(content).filter((name) => !known.has(name))
    // With the names of passed tests: otherwise a run of none looks like a run of all.
    return `go test -count=1 -v -run '^(${added.join("|")})$' ${package_path}`
  },
  rust: ({ inner }) => `cargo test --test ${shellWord(posix.basename(inner.replaceAll("'", ""), ".rs"))}`,
}

function goTests(content: string): readonly string[] {
  return [...bareSource(content, "go").matchAll(test_words.go.tests)].map(([, name]) => name ?? "")
}

/** The interpreter of the project's own environment, if it has one: the tests' packages are installed there. */
function pythonOf(root: string): string {
  const own = [".venv/bin/python", "venv/bin/python"].find((path) => existsSync(join(root, path)))
  return own ?? (process.platform === "win32" ? "python" : "python3")
}

const manifest_shape = z.object({
  scripts: z.record(z.string(), z.string()).catch({}),
  dependencies: z.record(z.string(), z.string()).catch({}),
  devDependencies: z.record(z.string(), z.string()).catch({}),
})

async function scriptCommand(place: Place): Promise<string> {
  const { path, inner } = place
  const manifest = await readManifest(place)
  const has = (name: string) =>
    name in manifest.dependencies || name in manifest.devDependencies || isInstalled(place, name)
  const script = manifest.scripts["test"] ?? ""
  const named = runners.find(([name]) => script.includes(name) && has(name))
  const runner = named ?? (script.includes("node --test") ? undefined : runners.find(([name]) => has(name)))
  if (runner !== undefined) {
    const [name, ...words] = runner
    if (isInstalled(place, name)) return ["npx --no-install", name, ...words, inner].join(" ")
    const message = `${name} is in package.json and is not installed; install the packages of the project`
    throw new FixError("environment", message)
  }
  if (!/\.[cm]?tsx?$|\.jsx$/.test(path)) return `node --test ${inner}`
  if (isInstalled(place, "tsx")) return `node --import tsx --test ${inner}`
  if (!path.endsWith("x") && hasTypes()) return `node --test ${inner}`
  throw new FixError("environment", `${path}: neither vitest, jest, mocha nor tsx is there to run it`)
}

const runners: ReadonlyArray<readonly [name: string, ...words: readonly string[]]> = [
  ["vitest", "run"],
  ["jest", "--runTestsByPath"],
  ["mocha"],
]

/** Node 22.18 and 23.6 on read types without a switch. */
function hasTypes(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)
}

async function readManifest({ root, folder }: Place): Promise<z.output<typeof manifest_shape>> {
  const content = await containedRead(root, posix.join(folder, "package.json"))
  try {
    return manifest_shape.parse(JSON.parse(content instanceof Buffer ? content.toString() : "{}"))
  } catch {
    return { scripts: {}, dependencies: {}, devDependencies: {} }
  }
}

function isInstalled({ root, folder }: Place, name: string): boolean {
  return foldersAbove(folder).some((above) => existsSync(join(root, above, "node_modules", name)))
}

function nearestFolder(root: string, path: string, names: readonly string[]): string {
  const folders = foldersAbove(posix.dirname(path))
  return folders.find((folder) => names.some((name) => existsSync(join(root, folder, name)))) ?? "."
}

/** A folder and those above it down to the root, the nearest first. */
function foldersAbove(folder: string): readonly string[] {
  if (folder === ".") return ["."]
  return [folder, ...foldersAbove(posix.dirname(folder))]
}
