import { posix } from "node:path"
import { type ChangeSet, treeOf, requireGit, type Blob, readBlobs } from "@proofloop/foundation/git"
import type { RepositoryFacts } from "./facts.ts"
import { listedPaths } from "./listed_paths.ts"
import { cacheReads } from "./read_cache.ts"
import { type FactsOptions, layOver, once, withFingerprint } from "./work_tree_facts.ts"

/** Facts of a commit, below `root` in its repository, and of a change that leads to it. Reads may reject with GitError. */
export function treeFacts(
  root: string,
  commit: string,
  change: ChangeSet,
  options: FactsOptions = {},
): RepositoryFacts {
  const entries = once(() => listEntries(root, commit))
  const fetch = together((ids) => readBlobs(root, ids))
  const read = cacheReads(async (path) => {
    const id = (await entries()).files.get(path)
    const blob = id === undefined ? null : await fetch(id)
    return blob === "too_large" ? null : blob
  })
  const tree: Omit<RepositoryFacts, "fingerprint"> = {
    root: null,
    baselines: options.baselines ?? {},
    probe: options.probe,
    read: (path) => read(posix.normalize(path)),
    async exists(path) {
      const plain = posix.normalize(path).replace(/\/$/, "")
      return plain === "." || (await entries()).names.has(plain)
    },
    paths: once(async () => listedPaths((await entries()).paths)),
  }
  return withFingerprint({ ...tree, ...layOver(tree, change) }, options)
}

interface Entries {
  /** All but folders and submodules. */
  readonly paths: readonly string[]
  /** Regular files, with the ids of their contents. */
  readonly files: ReadonlyMap<string, string>
  /** All that has a name: files, links, submodules and the folders above them. */
  readonly names: ReadonlySet<string>
}

async function listEntries(root: string, commit: string): Promise<Entries> {
  const listing = await requireGit(root, ["ls-tree", "-r", "-z", await treeOf(root, commit)])
  const paths: string[] = []
  const files = new Map<string, string>()
  const names = new Set<string>()
  for (const line of listing.split("\0")) {
    const [mode, , id] = line.split("\t", 1).join("").split(" ")
    if (mode === undefined || id === undefined) continue
    const path = line.slice(line.indexOf("\t") + 1)
    if (mode !== "160000") paths.push(path)
    if (mode.startsWith("100")) files.set(path, id)
    for (let name = path; name !== "." && !names.has(name); name = posix.dirname(name)) names.add(name)
  }
  return { paths, files, names }
}

/** What is asked for in the same moment is fetched by one call of git. */
function together(
  fetch: (ids: readonly string[]) => Promise<ReadonlyMap<string, Blob>>,
): (id: string) => Promise<Blob> {
  let pending: { readonly ids: string[]; readonly result: Promise<ReadonlyMap<string, Blob>> } | null = null
  return async (id) => {
    pending ??= collect()
    pending.ids.push(id)
    return (await pending.result).get(id) ?? null
  }

  function collect() {
    const ids: string[] = []
    const result = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      pending = null
      return fetch(ids)
    })
    return { ids, result }
  }
}
