import { existsSync } from "node:fs"
import { join, posix } from "node:path"
import { javaTestCommand } from "./java_test_command.ts"
import { pythonTestCommand } from "./python_test_command.ts"
import {
  foldersAbove,
  scriptTestCommand,
  type TestFileCommand,
  type TestFilePlace,
} from "./script_test_command.ts"
import { type TestLanguage, testLanguageOf } from "./test_file.ts"

export interface TestFileCommandOptions {
  /** A tree that has the test file, all links resolved. */
  readonly root: string
  /** The test file, relative to the root. */
  readonly path: string
  /** The names of the tests to run, for Go, which runs packages and no files. */
  readonly go_tests: readonly string[]
}

/**
 * The command line that runs one test file in `root`, by its language and what the project declares. When nothing
 * there can run it, says what is missing. Never rejects.
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

type Place = TestFileCommandOptions & TestFilePlace

const MANIFESTS: Readonly<Record<TestLanguage, readonly string[]>> = {
  // Tests of Python are run from the root, as those of the whole project are.
  python: [],
  script: ["package.json"],
  go: ["go.mod"],
  rust: ["Cargo.toml"],
  // A module is built from the root, with those it needs.
  java: [],
}

const commands: Readonly<Record<TestLanguage, (place: Place) => TestFileCommand | Promise<TestFileCommand>>> =
  {
    python: pythonTestCommand,
    script: scriptTestCommand,
    go: ({ inner, go_tests }) => {
      const folder = posix.dirname(inner.replaceAll("'", ""))
      const package_path = folder === "." ? "." : shellWord(`./${folder}`)
      // With the names of passed tests: otherwise a run without tests looks like a run of all.
      return `go test -count=1 -v -run '^(${go_tests.join("|")})$' ${package_path}`
    },
    rust: ({ inner }) => `cargo test --test ${shellWord(posix.basename(inner.replaceAll("'", ""), ".rs"))}`,
    java: javaTestCommand,
  }

function nearestFolder(root: string, path: string, names: readonly string[]): string {
  const folders = foldersAbove(posix.dirname(path))
  return folders.find((folder) => names.some((name) => existsSync(join(root, folder, name)))) ?? "."
}
