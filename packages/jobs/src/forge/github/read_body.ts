import { ForgeError } from "../forge_error.ts"

const MAX_BYTES = 10 * 2 ** 20

/** Rejects with ForgeError when it is longer than 10 MiB, before more of it is read. */
export async function readWhole(response: Response): Promise<string> {
  const { text, is_whole } = await readUpTo(response, MAX_BYTES)
  if (is_whole) return text
  throw new ForgeError(`the answer is longer than ${MAX_BYTES} bytes`, { retryable: false })
}

/** The first 64 KiB. */
export async function readStart(response: Response): Promise<string> {
  return (await readUpTo(response, 65_536)).text
}

async function readUpTo(
  response: Response,
  most: number,
): Promise<{ readonly text: string; readonly is_whole: boolean }> {
  const decoder = new TextDecoder()
  let text = ""
  let bytes = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    text += decoder.decode(chunk.subarray(0, Math.max(0, chunk.length - Math.max(0, bytes - most))), {
      stream: true,
    })
    if (bytes > most) return { text, is_whole: false }
  }
  return { text: text + decoder.decode(), is_whole: true }
}
