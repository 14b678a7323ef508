import { existsSync } from "node:fs"
import { join } from "node:path"
import { listTree } from "@proofloop/foundation/git"
import { detectChecksSync } from "@proofloop/foundation/paths"
import { languagesOf } from "../../repository/languages.ts"

interface Runner {
  readonly languages: readonly string[]
  /** null: the project has no such tests. */
  readonly command: (root: string) => string | null
}

/**
 * The command line that runs the tests of a project, or null for none. The first runner counts whose language the
 * project has files of and whose manifest lies in `root`.
 */
export async function findTestCommand(root: string, languages?: readonly string[]): Promise<string | null> {
  const present = new Set(languages ?? languagesOf(await listTree(root)).map(({ name }) => name))
  for (const runner of runners) {
    if (!runner.languages.some((language) => present.has(language))) continue
    const command = runner.command(root)
    if (command !== null) return command
  }
  return null
}

const runners: readonly Runner[] = [
  {
    languages: ["Python"],
    command: (root) =>
      hasOneOf(root, "pyproject.toml", "setup.py", "setup.cfg")
        ? `${pythonOf(root)} -m pytest -q --tb=line --no-header --continue-on-collection-errors -p no:cacheprovider`
        : null,
  },
  {
    languages: ["Rust"],
    command: (root) => (hasOneOf(root, "Cargo.toml") ? "cargo test --quiet --no-fail-fast" : null),
  },
  { languages: ["Go"], command: (root) => (hasOneOf(root, "go.mod") ? "go test ./..." : null) },
  {
    languages: ["JavaScript", "TypeScript"],
    command: (root) => (detectChecksSync(root).includes("npm test") ? "npm test --silent" : null),
  },
  { languages: ["Java", "Kotlin", "Scala"], command: javaCommand },
]

/** The interpreter of the project's own environment, if it has one: the tests' packages are installed there. */
function pythonOf(root: string): string {
  const own = [".venv/bin/python", "venv/bin/python"].find((path) => existsSync(join(root, path)))
  return own ?? (process.platform === "win32" ? "python" : "python3")
}

function javaCommand(root: string): string | null {
  if (hasOneOf(root, "pom.xml")) return "mvn -q -o -B -fae test"
  if (!hasOneOf(root, "build.gradle", "build.gradle.kts")) return null
  return `${hasOneOf(root, "gradlew") ? "sh ./gradlew" : "gradle"} --offline --quiet --continue test`
}

function hasOneOf(root: string, ...names: readonly string[]): boolean {
  return names.some((name) => existsSync(join(root, name)))
}
