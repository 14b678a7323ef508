import { posix } from "node:path"
import { changeSet, lenientText } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"
import { type RepositoryFacts, treeFacts } from "@proofloop/stdlib/critics"
import { sourceReader } from "@proofloop/stdlib/internal/planning"
import type { Trees } from "./trees.ts"

/** How many tests are read for their subject; those named like a changed file come first. */
const MAX_READ_TESTS = 1000
/** How many of them are followed through their imports; those that mention a changed file come first. */
const MAX_MAPPED_TESTS = 200
/** How many tests that reach a changed file indirectly stand for it where none imports it. */
const MAX_NEAR_TESTS = 10
const MAX_STEPS = 4

/**
 * The base's tests for the changed files: those that import one, those inside one, and changed tests as they were.
 * Without any, those that reach one through other files. Sorted.
 */
export async function testsOfChange({
  scratch,
  base_commit,
  base,
  changed,
}: Trees): Promise<readonly string[]> {
  const sources = new Set(changed.filter((path) => base.entries.has(path) && !isTestPath(path)))
  const found = new Set(changed.filter((path) => base.entries.has(path) && isTestPath(path)))
  if (sources.size === 0) return [...found].toSorted()
  const facts = treeFacts(scratch.root, base_commit, changeSet([]))
  const files = [...base.entries].flatMap(([path, { kind }]) => (kind === "file" ? [path] : []))
  const stems = [...sources].map(stemOf)
  const tests = files.filter((path) => isTestPath(path) && !found.has(path))
  const likely = await mentioningFirst(tests, stems, facts)
  const sourcesOf = remembering(await sourceReader(facts))
  const isAbout = async (path: string) => (await sourcesOf(path)).some((source) => sources.has(source))
  for (const path of likely) if (await isAbout(path)) found.add(path)
  // Rust has tests in the tested files, or in others of the crate.
  const is_rust = [...sources].some((path) => path.endsWith(".rs"))
  const code = is_rust ? files.filter((path) => path.endsWith(".rs") && !isTestPath(path)) : []
  for (const path of await mentioningFirst(code, stems, facts))
    if ((await sourcesOf(path)).includes(path) && (await isAbout(path))) found.add(path)
  if (found.size > 0) return [...found].toSorted()
  for (const path of likely) {
    if (found.size >= MAX_NEAR_TESTS) break
    if (await reaches(path, sources, sourcesOf)) found.add(path)
  }
  return [...found].toSorted()
}

type SourcesOf = (path: string) => Promise<readonly string[]>

/** At most `MAX_READ_TESTS`; those that mention one of the stems come first. */
async function mentioningFirst(
  tests: readonly string[],
  stems: readonly string[],
  facts: RepositoryFacts,
): Promise<readonly string[]> {
  const named = (path: string) => (stems.some((stem) => path.includes(stem)) ? 0 : 1)
  const read = tests
    .toSorted((one, other) => named(one) - named(other) || (one < other ? -1 : 1))
    .slice(0, MAX_READ_TESTS)
  const mentions = async (path: string) => {
    const text = lenientText(await facts.read(path)) ?? ""
    return stems.some((stem) => text.includes(stem))
  }
  const is_mentioned = await Promise.all(read.map(mentions))
  const [first, others] = [true, false].map((wanted) =>
    read.filter((_, index) => is_mentioned[index] === wanted),
  )
  return [...(first ?? []), ...(others ?? [])].slice(0, MAX_MAPPED_TESTS)
}

/** Whether a test reaches one of the sources through its imports. */
async function reaches(test: string, sources: ReadonlySet<string>, sourcesOf: SourcesOf): Promise<boolean> {
  const seen = new Set([test])
  let edge: readonly string[] = [test]
  for (let step = 1; step <= MAX_STEPS; step += 1) {
    const next = (await Promise.all(edge.map(sourcesOf))).flat().filter((path) => !seen.has(path))
    if (next.some((path) => sources.has(path))) return true
    edge = [...new Set(next)]
    for (const path of edge) seen.add(path)
  }
  return false
}

function remembering(sourcesOf: SourcesOf): SourcesOf {
  const known = new Map<string, Promise<readonly string[]>>()
  return (path) => {
    const found = known.get(path) ?? sourcesOf(path)
    known.set(path, found)
    return found
  }
}

/** The name in imports: for `a/__init__.py` and `a/index.ts` the folder. */
function stemOf(path: string): string {
  const { name, dir } = posix.parse(path)
  return ["__init__", "index", "mod", "lib"].includes(name) && dir !== "" ? posix.basename(dir) : name
}
