import { posix } from "node:path"
import { changeSet, lenientText } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"
import { treeFacts } from "@proofloop/stdlib/critics"
import { inferSourceFiles } from "@proofloop/stdlib/planning"
import type { Trees } from "./trees.ts"

/** So many tests are read to see what they are about; those named like a changed file first. */
const MAX_READ_TESTS = 1000
/** So many of them are followed through their imports. */
const MAX_MAPPED_TESTS = 200

/** The tests the base has for the changed files: those that import one, and changed tests themselves, as they were. Sorted. */
export async function testsOfChange({
  scratch,
  base_commit,
  base,
  changed,
}: Trees): Promise<readonly string[]> {
  const sources = new Set(changed.filter((path) => base.entries.has(path) && !isTestPath(path)))
  const stems = [...new Set([...sources].map(stemOf))]
  const found = new Set(changed.filter((path) => base.entries.has(path) && isTestPath(path)))
  const named = (path: string) => (stems.some((stem) => path.includes(stem)) ? 0 : 1)
  const candidates = [...base.entries]
    .filter(([path, { kind }]) => kind === "file" && isTestPath(path) && !found.has(path))
    .map(([path]) => path)
    .toSorted((one, other) => named(one) - named(other) || (one < other ? -1 : 1))
    .slice(0, MAX_READ_TESTS)
  if (sources.size === 0) return [...found].toSorted()
  const facts = treeFacts(scratch.root, base_commit, changeSet([]))
  const mentions = async (path: string) => {
    const text = lenientText(await facts.read(path)) ?? ""
    return stems.some((stem) => text.includes(stem))
  }
  const is_mentioned = await Promise.all(candidates.map(mentions))
  const likely = candidates.filter((_, index) => is_mentioned[index]).slice(0, MAX_MAPPED_TESTS)
  for (const path of likely) {
    const about = await inferSourceFiles([path], facts)
    if (about.some((source) => sources.has(source))) found.add(path)
  }
  return [...found].toSorted()
}

/** What an import names: of `a/__init__.py` and `a/index.ts` the folder. */
function stemOf(path: string): string {
  const { name, dir } = posix.parse(path)
  return ["__init__", "index", "mod", "lib"].includes(name) && dir !== "" ? posix.basename(dir) : name
}
