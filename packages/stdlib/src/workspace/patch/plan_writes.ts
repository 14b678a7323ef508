import { readContent, type Located, locate, type Workspace } from "@proofloop/foundation/files"
import { asPatchError, PatchError } from "./patch_error.ts"
import { checkPath, type PathRules, refuseForbidden } from "./patch_path.ts"
import { readNewContent, readPath } from "./read_patch.ts"

/** One path that was checked, with what is there and what is to be there. null: no file. */
export interface PlannedWrite {
  /** As the patch spells it. */
  readonly given: string
  readonly located: Located
  readonly before: { readonly bytes: Buffer; readonly mode: number } | null
  readonly after: Buffer | null
}

const MAX_PATCHES = 2000
const MAX_TOTAL_BYTES = 256 * 2 ** 20

/**
 * Checks all patches, writes nothing. Several patches of one file are one write, of the last content. What is deleted
 * and is not there is left out. Throws PatchError.
 */
export async function planWrites(
  workspace: Workspace,
  patches: readonly unknown[],
  rules: PathRules,
): Promise<readonly PlannedWrite[]> {
  refuseTooMany(patches)
  const planned = new Map<string, PlannedWrite>()
  let total = 0
  for (const [index, patch] of patches.entries()) {
    const given = readPath(patch, index)
    if (given === null) continue
    const located = await locateTarget(workspace, given, rules)
    const after = readNewContent(patch, given, workspace.max_file_bytes)
    const known = planned.get(located.relative)
    const before = known === undefined ? await readBefore(workspace, located, given) : known.before
    total += (after?.length ?? 0) + (known === undefined ? (before?.bytes.length ?? 0) : 0)
    if (total > MAX_TOTAL_BYTES) {
      throw new PatchError("too_large", given, `the patches together exceed ${MAX_TOTAL_BYTES} bytes`)
    }
    planned.set(located.relative, { ...(known ?? { given, located, before }), after })
  }
  const writes = [...planned.values()].filter(({ before, after }) => before !== null || after !== null)
  refuseNested(writes)
  return writes
}

function refuseTooMany(patches: unknown): void {
  if (!Array.isArray(patches)) throw new PatchError("invalid_content", "", "the patches must be a list")
  if (patches.length <= MAX_PATCHES) return
  throw new PatchError("too_large", "", `${patches.length} patches exceed the limit of ${MAX_PATCHES}`)
}

/** `locate` asks about the path it was given and about the one that the disk says it is. */
export async function locateTarget(workspace: Workspace, given: string, rules: PathRules): Promise<Located> {
  const path = checkPath(given, rules)
  const denied = (resolved: string) => {
    refuseForbidden(resolved, given, rules)
    return null
  }
  const located = await locate({ ...workspace, denied }, path, "write").catch((error: unknown) => {
    throw asPatchError(error, given)
  })
  if (located.stats?.isDirectory()) {
    throw new PatchError("invalid_path", given, `${given}: a patch targets a file, not a directory`)
  }
  if (located.stats !== null && !located.stats.isFile()) {
    throw new PatchError("invalid_path", given, `${given} is not a regular file`)
  }
  return located
}

async function readBefore(
  workspace: Workspace,
  located: Located,
  given: string,
): Promise<PlannedWrite["before"]> {
  if (located.stats === null) return null
  if (located.stats.size > workspace.max_file_bytes) {
    const message = `${given}: the file there has ${located.stats.size} bytes and exceeds the limit of ${workspace.max_file_bytes}`
    throw new PatchError("too_large", given, message)
  }
  try {
    const { bytes, stats } = await readContent(workspace, located)
    return { bytes, mode: stats.mode & 0o7777 }
  } catch (error) {
    throw asPatchError(error, given)
  }
}

function refuseNested(writes: readonly PlannedWrite[]): void {
  const files = new Set(writes.map(({ located }) => located.relative))
  for (const { given, located } of writes) {
    const parts = located.relative.split("/")
    const above = parts.map((_, index) => parts.slice(0, index).join("/")).find((path) => files.has(path))
    if (above !== undefined) {
      throw new PatchError(
        "conflict",
        given,
        `${given}: another patch makes ${above} a file, not a directory`,
      )
    }
  }
}
