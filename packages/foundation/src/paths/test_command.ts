import { existsSync } from "node:fs"
import { join } from "node:path"
import { detectChecksSync } from "./checks.ts"
import { javaCommand } from "./java_command.ts"
import { pythonOf } from "./python.ts"

interface Runner {
  readonly languages: readonly string[]
  /** null: the project has no such tests. */
  readonly command: (root: string) => string | null
}

/**
 * The command line that runs the tests of a project in these languages ("Python", "TypeScript"); null without one.
 * Takes the first runner whose language is listed and whose manifest lies in `root`.
 */
export function findTestCommand(root: string, languages: readonly string[]): string | null {
  const present = new Set(languages)
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
  { languages: ["Java", "Kotlin", "Scala"], command: (root) => javaCommand(root, "test") },
]

function hasOneOf(root: string, ...names: readonly string[]): boolean {
  return names.some((name) => existsSync(join(root, name)))
}
