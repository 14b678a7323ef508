import { posix } from "node:path"
import {
  type Blob,
  type ChangeSet,
  readBlobs,
  requireGit,
  type StagedChange,
  treeOf,
} from "@proofloop/foundation/git"
import type { RepositoryFacts } from "./facts.ts"
import { listedPaths } from "./listed_paths.ts"
import { cacheReads } from "./read_cache.ts"
import { type FactsOptions, layOver, once, withFingerprint } from "./work_tree_facts.ts"

/** Facts of a commit, below `root` in its repository, and of the change that leads to it. May reject with GitError. */
export function treeFacts(
  root: string,
  commit: string,
  change: ChangeSet,
  options: FactsOptions = {},
): RepositoryFacts {
  return factsOf(root, () => treeListing(root, commit), change, options)
}

/** Facts of the index, and of the change it stages. Reads may reject with GitError. */
export function stagedFacts(root: string, staged: StagedChange, options: FactsOptions = {}): RepositoryFacts {
  return factsOf(root, () => indexListing(root, staged), staged, options)
}

/** Everything that has a name, with its mode and the id of its content. */
type Listing = ReadonlyMap<string, { readonly mode: string; readonly id: string }>

function factsOf(
  root: string,
  list: () => Promise<Listing>,
  change: ChangeSet,
  options: FactsOptions,
): RepositoryFacts {
  const entries = once(async () => entriesOf(await list()))
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
  /** Every name: files, links, submodules and the folders above them. */
  readonly names: ReadonlySet<string>
}

async function treeListing(root: string, commit: string): Promise<Listing> {
  const listing = await requireGit(root, ["ls-tree", "-r", "-z", await treeOf(root, commit)])
  const found = new Map<string, { readonly mode: string; readonly id: string }>()
  for (const line of listing.split("\0")) {
    const [mode, , id] = line.split("\t", 1).join("").split(" ")
    if (mode === undefined || id === undefined) continue
    found.set(line.slice(line.indexOf("\t") + 1), { mode, id })
  }
  return found
}

async function indexListing(root: string, { base_tree, entries }: StagedChange): Promise<Listing> {
  const found = new Map(await treeListing(root, base_tree))
  for (const [path, entry] of entries) {
    if (entry === null) found.delete(path)
    else found.set(path, entry)
  }
  return found
}

function entriesOf(listing: Listing): Entries {
  const paths: string[] = []
  const files = new Map<string, string>()
  const names = new Set<string>()
  for (const [path, { mode, id }] of listing) {
    if (mode !== "160000") paths.push(path)
    if (mode.startsWith("100")) files.set(path, id)
    for (let name = path; name !== "." && !names.has(name); name = posix.dirname(name)) names.add(name)
  }
  return { paths, files, names }
}

/** One call of git fetches everything asked for in the same moment. */
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
