import { posix } from "node:path"
import type { ChangeSet } from "@proofloop/foundation/git"
import type { RepositoryFacts } from "./facts.ts"

/** Facts with a change that is only proposed. `root` is null, so critics that run commands find no work tree. */
export function overlayFacts(facts: RepositoryFacts, change: ChangeSet): RepositoryFacts {
  const touched = new Map(change.files.map(({ path, after }) => [posix.normalize(path), after]))
  const added = change.files.filter(({ after }) => after !== null).map(({ path }) => posix.normalize(path))
  const isGone = (path: string): boolean => touched.get(path) === null
  return {
    ...facts,
    root: null,
    async read(path) {
      const plain = posix.normalize(path)
      const after = touched.get(plain)
      return after === undefined ? facts.read(plain) : after
    },
    async exists(path) {
      const plain = posix.normalize(path).replace(/\/$/, "")
      if (added.some((one) => one === plain || one.startsWith(`${plain}/`))) return true
      return !isGone(plain) && facts.exists(plain)
    },
    async paths() {
      const known = await facts.paths()
      return [...new Set([...known.filter((path) => !isGone(path)), ...added])].sort()
    },
  }
}
