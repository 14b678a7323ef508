import { ForgeError } from "@proofloop/jobs/forge"

const MAX_BYTES = 10 * 2 ** 20

/** Rejects with ForgeError at 10 MiB, before reading more. */
export async function readWhole(response: Response): Promise<string> {
  const { text, is_whole } = await readUpTo(response, MAX_BYTES)
  if (is_whole) return text
  throw new ForgeError(`the answer is longer than ${MAX_BYTES} bytes`, { retryable: false })
}

/** The first 64 KiB. */
export async function readStart(response: Response): Promise<string> {
  return (await readUpTo(response, 65_536)).text
}

const LOG_HEAD = 256 * 2 ** 10
const LOG_TAIL = 768 * 2 ** 10
const LONGEST_LOG = 256 * 2 ** 20

/** Its first 256 KiB and its last 768 KiB; reading stops at 256 MiB. */
export async function readLog(response: Response): Promise<string> {
  const head: Uint8Array[] = []
  const tail: Uint8Array[] = []
  let [kept, ended, bytes] = [0, 0, 0]
  for await (const chunk of chunksOf(response)) {
    bytes += chunk.length
    const own = chunk.subarray(0, LOG_HEAD - kept)
    head.push(own)
    kept += own.length
    tail.push(chunk.subarray(own.length))
    ended += chunk.length - own.length
    while (ended - (tail[0]?.length ?? 0) >= LOG_TAIL) ended -= tail.shift()?.length ?? 0
    if (bytes > LONGEST_LOG) break
  }
  const last = Buffer.concat(tail)
  const end = last.subarray(Math.max(0, last.length - LOG_TAIL))
  const left_out = bytes - kept - end.length
  const gap = left_out === 0 ? "" : `\n[... ${left_out} bytes left out ...]\n`
  return `${Buffer.concat(head).toString()}${gap}${end.toString()}`
}

async function readUpTo(
  response: Response,
  most: number,
): Promise<{ readonly text: string; readonly is_whole: boolean }> {
  const decoder = new TextDecoder()
  let text = ""
  let bytes = 0
  for await (const chunk of chunksOf(response)) {
    bytes += chunk.length
    text += decoder.decode(chunk.subarray(0, Math.max(0, chunk.length - Math.max(0, bytes - most))), {
      stream: true,
    })
    if (bytes > most) return { text, is_whole: false }
  }
  return { text: text + decoder.decode(), is_whole: true }
}

function chunksOf(response: Response): AsyncIterable<Uint8Array> {
  return (response.body ?? []) as AsyncIterable<Uint8Array>
}
