import {
  RequestError,
  isBinary,
  openRegularFile,
  type Located,
  type Workspace,
} from "@proofloop/foundation/files"

const PIECE_BYTES = 1024 * 1024
/** A line longer than this is handed on in parts. */
const LINE_CHARACTERS = 4 * PIECE_BYTES

/** The text of a file of any size in pieces of about a megabyte that end at line ends. Throws RequestError if binary. */
export async function* textPieces(workspace: Workspace, located: Located): AsyncGenerator<string> {
  const handle = await openRegularFile(workspace, located)
  const decoder = new TextDecoder()
  const buffer = Buffer.alloc(Math.min(PIECE_BYTES, (located.stats?.size ?? 0) + 1))
  let rest = ""
  try {
    for (let is_first = true; ; is_first = false) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length)
      if (bytesRead === 0) break
      const bytes = buffer.subarray(0, bytesRead)
      if (is_first && isBinary(bytes)) throw new RequestError(`${located.relative} is a binary file`)
      const text = rest + decoder.decode(bytes, { stream: true })
      const line_end = text.lastIndexOf("\n") + 1
      const end = line_end > 0 || text.length < LINE_CHARACTERS ? line_end : text.length
      rest = text.slice(end)
      if (end > 0) yield text.slice(0, end)
    }
    if (rest !== "") yield rest
  } finally {
    await handle.close()
  }
}
