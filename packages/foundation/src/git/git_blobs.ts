import { MAX_READ_BYTES } from "../files/contained_read.ts"
import { gitBytes, GitError } from "./git.ts"

export type Blob = Buffer | "too_large" | null

/** Most bytes that one call of git is asked for. */
const BATCH_BYTES = 64 * 2 ** 20

/**
 * The contents of objects by id; null for missing objects and other types. `known`: sizes of files by id, which saves
 * a call of git when it has all of them. Rejects with GitError.
 */
export async function readBlobs(
  root: string,
  ids: readonly string[],
  known: ReadonlyMap<string, number> = new Map(),
): Promise<ReadonlyMap<string, Blob>> {
  const blobs = new Map<string, Blob>()
  const distinct = [...new Set(ids)]
  const sizes = distinct.every((id) => known.has(id))
    ? distinct.map((id) => `${id} blob ${known.get(id)}`).join("\n")
    : (await batch(root, "--batch-check", distinct)).toString()
  let pending: string[] = []
  let bytes = 0
  const flush = async () => {
    for (const [id, content] of readContents(await batch(root, "--batch", pending))) blobs.set(id, content)
    pending = []
    bytes = 0
  }
  for (const line of sizes.split("\n")) {
    const [id = "", type, size] = line.split(" ")
    if (type !== "blob") continue
    if (Number(size) > MAX_READ_BYTES) {
      blobs.set(id, "too_large")
      continue
    }
    if (bytes + Number(size) > BATCH_BYTES) await flush()
    pending.push(id)
    bytes += Number(size)
  }
  await flush()
  return blobs
}

async function batch(
  root: string,
  mode: "--batch" | "--batch-check",
  ids: readonly string[],
): Promise<Buffer> {
  if (ids.length === 0) return Buffer.alloc(0)
  const args = ["cat-file", mode]
  const outcome = await gitBytes(root, args, { input: `${ids.join("\n")}\n` })
  if (outcome.exit_code !== 0) throw new GitError(args, { ...outcome, stdout: "" })
  return outcome.stdout
}

/** `<id> blob <size>`, a line break, the content, a line break, and so on (git-cat-file(1)). */
function* readContents(output: Buffer): Generator<readonly [id: string, content: Buffer]> {
  let at = 0
  while (at < output.length) {
    const end = output.indexOf("\n", at)
    if (end < 0) return
    const [id = "", type, size] = output.toString("utf8", at, end).split(" ")
    at = end + 1
    if (type !== "blob") continue
    yield [id, Buffer.from(output.subarray(at, at + Number(size)))]
    at += Number(size) + 1
  }
}
