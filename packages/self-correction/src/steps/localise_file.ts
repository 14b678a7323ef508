import {
  MAX_READ_BYTES,
  RequestError,
  decodeText,
  readContent,
  locate,
  type Workspace,
} from "@proofloop/foundation/files"
import { deniedEntry } from "@proofloop/foundation/paths"

/**
 * The lines of a file a fix may touch, with the path it really has; or why it is not read: not there, outside by a link,
 * denied, too large, no text.
 */
export async function readFileLines(
  workspace: Workspace,
  path: string,
): Promise<{ readonly path: string; readonly lines: readonly string[] } | { readonly reason: string }> {
  try {
    const located = await locate(workspace, path, "read")
    const entry = deniedEntry(path) ?? deniedEntry(located.relative)
    if (entry !== null) return { reason: `no fix may touch it (denied by ${entry})` }
    if (located.stats === null) return { reason: "there is no such file" }
    if (located.stats.size > MAX_READ_BYTES) return { reason: "it is larger than 2 MiB" }
    const { bytes } = await readContent({ ...workspace, max_file_bytes: MAX_READ_BYTES }, located)
    return { path: located.relative, lines: linesOf(decodeText(bytes, located.relative)) }
  } catch (error) {
    if (error instanceof RequestError) return { reason: error.message }
    throw error
  }
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines
}
