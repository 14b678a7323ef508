import { isTestPath } from "@proofloop/foundation/paths"
import type { Definition } from "../../code/definition.ts"
import { identifiersIn } from "../../code/identifiers.ts"
import { languageOf } from "../../code/language.ts"
import type { Placed } from "../../code/symbol_index.ts"
import type { LostDefinition } from "./lost_definition.ts"

/** Lost tests that moved to another file, that as many new ones of their file replace, or whose subject is gone as well. */
export function settledTests(
  lost: readonly LostDefinition[],
  created: readonly Placed[],
  settled: ReadonlySet<Definition>,
): readonly Definition[] {
  const subjects = new Set(
    lost
      .filter(({ path, definition }) => settled.has(definition) && !isTestPath(path))
      .map(({ definition }) => definition.name),
  )
  const found: Definition[] = []
  const left = new Map<string, Definition[]>()
  for (const one of lost.filter((test) => isTest(test))) {
    const { path, before, definition } = one
    const { start, end } = definition.range
    const moved = created.some((other) => other.path !== path && isSameTest(other, definition))
    if (moved || identifiersIn(before.slice(start, end), subjects).length > 0) found.push(definition)
    else left.set(path, [...(left.get(path) ?? []), definition])
  }
  for (const [path, tests] of left) {
    const now = created.filter((other) => other.path === path && isTestName(path, other.definition))
    if (now.length >= tests.length) found.push(...tests)
  }
  return found
}

export function isTest({ path, before, definition }: LostDefinition): boolean {
  if (languageOf(path) !== "rust") return isTestName(path, definition)
  const above = before.slice(Math.max(0, definition.range.start - 200), definition.range.start)
  return (
    definition.registered &&
    /#\[(?:\w{1,40}::)*test\b[^\]]{0,100}\]\s{0,40}(?:#\[[^\]]{0,100}\]\s{0,40}){0,4}$/.test(above)
  )
}

function isSameTest({ path, definition }: Placed, { name, kind }: Definition): boolean {
  return definition.name === name && definition.kind === kind && (isTestPath(path) || path.endsWith(".rs"))
}

/** Whether a definition has the name of a test, or in Rust its attribute. */
export function isTestName(path: string, { name, kind, registered }: Definition): boolean {
  switch (languageOf(path)) {
    case "python":
      return isTestPath(path) && /^(?:test|Test)/.test(name)
    case "go":
      return path.endsWith("_test.go") && kind === "function" && /^(?:Test|Benchmark|Example|Fuzz)/.test(name)
    case "java":
      return isTestPath(path) && kind === "method" && (registered || name.startsWith("test"))
    case "rust":
      return registered && kind === "function"
    case "csharp":
    case "cpp":
    case "ruby":
    case "php":
    case "kotlin":
      return (
        isTestPath(path) && (kind === "method" || kind === "function") && (registered || /^test/i.test(name))
      )
    default:
      return false
  }
}
