import { existsSync } from "node:fs"
import { join, posix } from "node:path"
import { containedRead } from "../files/contained_read.ts"
import { isRecord } from "../text/is_record.ts"
import { pythonOf } from "./python.ts"
import { type TestLanguage, testLanguageOf } from "./test_file.ts"

export interface TestFileCommandOptions {
  /** A tree that has the test file, all links resolved. */
  readonly root: string
  readonly path: string
  /** The names of the tests to run, for Go, which runs packages and no files. */
  readonly go_tests: readonly string[]
}

/** A command line, or why there is none. */
export type TestFileCommand = string | { readonly missing: string }

/**
 * The command line that runs one test file in `root`, by its language and what the project has installed. Never
 * rejects: says what is missing when nothing there can run it.
 */
export async function testFileCommand(options: TestFileCommandOptions): Promise<TestFileCommand> {
  const { root, path } = options
  const language = testLanguageOf(path)
  if (language === null) return { missing: `${path}: no runner is known for such a test` }
  const folder = nearestFolder(root, path, MANIFESTS[language])
  const inner = folder === "." ? path : path.slice(folder.length + 1)
  const command = await commands[language]({ ...options, folder, inner: shellWord(inner) })
  return folder === "." || typeof command !== "string" ? command : `cd ${shellWord(folder)} && ${command}`
}

/** A word that a shell takes as it is. */
export function shellWord(text: string): string {
  const plain = text.startsWith("-") ? `./${text}` : text
  if (/^[\w./@+:,-]{1,1000}$/.test(plain)) return plain
  if (process.platform === "win32") return `"${plain.replaceAll(/["%]/g, "")}"`
  return `'${plain.replaceAll("'", String.raw`'\''`)}'`
}

interface Place extends TestFileCommandOptions {
  /** Where the project of the file begins, relative to the root; "." is the root. */
  readonly folder: string
  /** The path from there, as a word of a shell. */
  readonly inner: string
}

const MANIFESTS: Readonly<Record<TestLanguage, readonly string[]>> = {
  // Tests of Python are run from the root, as its own runner is.
  python: [],
  script: ["package.json"],
  go: ["go.mod"],
  rust: ["Cargo.toml"],
}

const commands: Readonly<Record<TestLanguage, (place: Place) => TestFileCommand | Promise<TestFileCommand>>> =
  {
    python: ({ root, inner }) => `${pythonOf(root)} -m pytest -q -p no:cacheprovider ${inner}`,
    script: scriptCommand,
    go: ({ inner, go_tests }) => {
      const folder = posix.dirname(inner.replaceAll("'", ""))
      const package_path = folder === "." ? "." : shellWord(`./${folder}`)
      // With the names of passed tests: otherwise a run of none looks like a run of all.
      return `go test -count=1 -v -run '^(${go_tests.join("|")})$' ${package_path}`
    },
    rust: ({ inner }) => `cargo test --test ${shellWord(posix.basename(inner.replaceAll("'", ""), ".rs"))}`,
  }

async function scriptCommand(place: Place): Promise<TestFileCommand> {
  const { path, inner } = place
  const manifest = await readManifest(place)
  const has = (name: string) =>
    [manifest["dependencies"], manifest["devDependencies"]].some(
      (names) => isRecord(names) && name in names,
    ) || isInstalled(place, name)
  const { scripts } = manifest
  const script = isRecord(scripts) && typeof scripts["test"] === "string" ? scripts["test"] : ""
  const named = RUNNERS.find(([name]) => script.includes(name) && has(name))
  const runner = named ?? (script.includes("node --test") ? undefined : RUNNERS.find(([name]) => has(name)))
  if (runner !== undefined) {
    const [name, ...words] = runner
    if (isInstalled(place, name)) return ["npx --no-install", name, ...words, inner].join(" ")
    return { missing: `${name} is in package.json and is not installed; install the packages of the project` }
  }
  if (!/\.[cm]?tsx?$|\.jsx$/.test(path)) return `node --test ${inner}`
  if (isInstalled(place, "tsx")) return `node --import tsx --test ${inner}`
  if (!path.endsWith("x") && hasTypes()) return `node --test ${inner}`
  return { missing: `${path}: neither vitest, jest, mocha nor tsx is there to run it` }
}

const RUNNERS: ReadonlyArray<readonly [name: string, ...words: readonly string[]]> = [
  ["vitest", "run"],
  ["jest", "--runTestsByPath"],
  ["mocha"],
]

/** Node 22.18 and 23.6 on read types without a switch. */
function hasTypes(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)
}

async function readManifest({ root, folder }: Place): Promise<Readonly<Record<string, unknown>>> {
  const content = await containedRead(root, posix.join(folder, "package.json"))
  try {
    const manifest: unknown = JSON.parse(content instanceof Buffer ? content.toString() : "{}")
    return isRecord(manifest) ? manifest : {}
  } catch {
    return {}
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
