import { posix } from "node:path"
import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { generatedHead } from "../../code/generated.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import type { Violation } from "../verdict.ts"
import { isLock } from "./lock_formats.ts"

/** Generated files whose header names what they are made from, in the repository, and a change that touches none of it. */
export async function editedOutputs(
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<readonly Violation[]> {
  const violations: Violation[] = []
  for (const { path, before, after } of change.files) {
    const [old, now] = [strictText(before), strictText(after)]
    if (old === null || now === null || old === now || isLock(path)) continue
    const head = generatedHead(now)
    // Another version of the generator says so there.
    if (head === null || head !== generatedHead(old)) continue
    const sources = await sourcesIn(head, path, facts)
    const [source] = sources
    if (source === undefined || change.files.some((file) => sources.includes(file.path))) continue
    violations.push({
      path,
      rule: "edited_output",
      message: `it is generated, and the change leaves ${source} as it was, which its head names`,
      evidence: source,
    })
  }
  return violations
}

/** Files of the repository that a header names: beside the file, from the root, or the only ones that end so. */
async function sourcesIn(head: string, path: string, facts: RepositoryFacts): Promise<readonly string[]> {
  const words = pathsNamed(head)
  if (words.length === 0) return []
  const paths = await facts.paths()
  const known = new Set(paths)
  return words.flatMap((word) => {
    const plain = posix.normalize(word).replace(/^(?:\.{1,2}\/)+/, "")
    const beside = posix.join(posix.dirname(path), word)
    const found = [beside, plain].find((one) => known.has(one))
    const ending = paths.filter((one) => one.endsWith(`/${plain}`))
    const source = found ?? (ending.length === 1 ? ending[0] : undefined)
    return source === undefined || source === path ? [] : [source]
  })
}

/** Words with a folder or an extension. */
function pathsNamed(head: string): readonly string[] {
  const words = (head.match(/[\w@./-]{1,300}/g) ?? []).map((word) =>
    word.endsWith(".") ? word.slice(0, -1) : word,
  )
  return words.filter((word) => /\w\/\w|\w\.[A-Za-z]\w{0,9}$/.test(word))
}
