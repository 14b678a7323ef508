import { MAX_READ_BYTES } from "../files/contained_read.ts"
import { contentMemory } from "./content_memory.ts"
import { gitBytes, GitError } from "./git.ts"

export type Blob = Buffer | "too_large" | null

/** Most bytes that one call of git is asked for. */
const BATCH_BYTES = 64 * 2 ** 20

/** Most bytes that are asked for without their sizes being known; seldom is a change larger. */
const UNMEASURED_BYTES = 16 * 2 ** 20

/** The contents of objects by id; null for missing objects and other types. Rejects with GitError. */
export async function readBlobs(root: string, ids: readonly string[]): Promise<ReadonlyMap<string, Blob>> {
  const distinct = [...new Set(ids)]
  const known = new Map(
    distinct.flatMap((id) => {
      const content = contents.get(id)
      return content === undefined ? [] : [[id, content] as const]
    }),
  )
  const read = await readUnknown(
    root,
    distinct.filter((id) => !known.has(id)),
  )
  for (const [id, content] of read) if (Buffer.isBuffer(content)) contents.keep(id, content)
  return new Map([...known, ...read])
}

const contents = contentMemory<Buffer>(16 * 2 ** 20, ({ length }) => length)

async function readUnknown(root: string, distinct: readonly string[]): Promise<ReadonlyMap<string, Blob>> {
  const all = await batch(root, "--batch", distinct, UNMEASURED_BYTES)
  if (all === null) return measuredBlobs(root, distinct)
  return new Map([...readContents(all)].map(([id, content]) => [id, whatFits(content)]))
}

function whatFits(content: Buffer): Blob {
  return content.length > MAX_READ_BYTES ? "too_large" : content
}

/** Asks for the sizes first. */
async function measuredBlobs(root: string, ids: readonly string[]): Promise<ReadonlyMap<string, Blob>> {
  const blobs = new Map<string, Blob>()
  const sizes = ((await batch(root, "--batch-check", ids)) ?? "").toString()
  let pending: string[] = []
  let bytes = 0
  const flush = async () => {
    const read = (await batch(root, "--batch", pending)) ?? Buffer.alloc(0)
    for (const [id, content] of readContents(read)) blobs.set(id, content)
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

/** null: git would print more. */
async function batch(
  root: string,
  mode: "--batch" | "--batch-check",
  ids: readonly string[],
  max_output_bytes?: number,
): Promise<Buffer | null> {
  if (ids.length === 0) return Buffer.alloc(0)
  const args = ["cat-file", mode]
  const outcome = await gitBytes(root, args, { input: `${ids.join("\n")}\n`, max_output_bytes })
  if (outcome.is_cut && max_output_bytes !== undefined) return null
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
    // A missing object has no size.
    if (size === undefined) continue
    if (type === "blob") yield [id, Buffer.from(output.subarray(at, at + Number(size)))]
    at += Number(size) + 1
  }
}
