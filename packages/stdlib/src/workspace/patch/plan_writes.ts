import { readContent, type Located, locate, type Workspace } from "@proofloop/foundation/files"
import { type PathRefusal, type PathRules, readPatchPath, refusePatchPath } from "@proofloop/foundation/paths"
import { isRecord } from "@proofloop/foundation/text"
import { asPatchError, PatchError } from "./patch_error.ts"

/** One checked path, with its present and its future content. null: no file. */
export interface PlannedWrite {
  /** As the patch spells it. */
  readonly given: string
  readonly located: Located
  readonly before: { readonly bytes: Buffer; readonly mode: number } | null
  readonly after: Buffer | null
}

const MAX_PATCHES = 2000
const MAX_TOTAL_BYTES = 256 * 2 ** 20

/** Checks all patches and writes nothing; among several patches of one file the last counts. Throws PatchError. */
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

/** The path relative to the root, after every check that needs no disk. Throws PatchError. */
export function checkPath(given: string, rules: PathRules): string {
  const reading = readPatchPath(given, rules)
  if ("path" in reading) return reading.path
  throw refused(given, reading)
}

function refused(given: string, { kind, message }: PathRefusal): PatchError {
  return new PatchError(kind, given, message)
}

/** `locate` is asked about the given path and about the disk's spelling of it. */
export async function locateTarget(workspace: Workspace, given: string, rules: PathRules): Promise<Located> {
  const path = checkPath(given, rules)
  const denied = (resolved: string) => {
    const refusal = refusePatchPath(resolved, given, rules)
    if (refusal !== null) throw refused(given, refusal)
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

/** The path of a value given as a patch; null: it has no path and is skipped. Throws PatchError. */
function readPath(patch: unknown, index: number): string | null {
  if (!isRecord(patch)) {
    throw new PatchError("invalid_content", "", `patch ${index + 1} is not an object`)
  }
  const path = own(patch, "path") ?? ""
  if (typeof path === "string") return path === "" ? null : path
  throw new PatchError("invalid_path", "", `patch ${index + 1}: the path must be a string`)
}

/** The content that a patch writes; null: it deletes. Throws PatchError. */
function readNewContent(patch: unknown, path: string, max_bytes: number): Buffer | null {
  const action = own(patch, "action") ?? "modify"
  if (action === "delete") return null
  if (action !== "create" && action !== "modify") {
    throw new PatchError("unknown_action", path, `${path}: unknown action ${JSON.stringify(action)}`)
  }
  const content = own(patch, "content") ?? (action === "create" ? "" : undefined)
  if (typeof content !== "string") {
    const got = content === undefined ? "nothing" : Array.isArray(content) ? "a list" : typeof content
    throw new PatchError("invalid_content", path, `${path}: content must be a string, not ${got}`)
  }
  const bytes = Buffer.byteLength(content)
  if (bytes > max_bytes) {
    const message = `${path}: the content has ${bytes} bytes and exceeds the limit of ${max_bytes}`
    throw new PatchError("too_large", path, message)
  }
  return Buffer.from(content)
}

/** An own member; undefined for an inherited one and for one that throws. */
function own(record: unknown, name: string): unknown {
  if (typeof record !== "object" || record === null) return undefined
  try {
    return Object.hasOwn(record, name) ? (Reflect.get(record, name) as unknown) : undefined
  } catch {
    return undefined
  }
}
