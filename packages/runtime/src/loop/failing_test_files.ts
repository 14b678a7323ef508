import { realpath } from "node:fs/promises"
import type { ToolResult } from "../protocol/tool.ts"
import type { DetectorState } from "../stall/state.ts"
import type { ReadLoopOptions } from "./options.ts"
import { checkedRoot, knowsFiles } from "./run_files.ts"

/** Digests by path; a file that is not there is "absent". */
type Digests = ReadonlyMap<string, string>

const MOST_FILES = 64

/**
 * Runs a call and lists in `file_hashes` which files of failed tests the call changed, because a command does not say
 * what it writes. A path that the tool itself reports stays as reported.
 * @requirement loop.proof.test-file
 */
export async function tellingTestFiles(
  options: ReadLoopOptions,
  { slots }: Pick<DetectorState, "slots">,
  call: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const root = checkedRoot(options)
  const paths = [...new Set(slots.flatMap(({ test_files }) => test_files))].slice(0, MOST_FILES)
  if (root === undefined || paths.length === 0 || !knowsFiles(options)) return call()
  const before = await digestsOf(root, paths)
  const result = await call()
  const after = await digestsOf(root, paths)
  const changed = paths.filter((path) => before.get(path) !== after.get(path))
  if (changed.length === 0) return result
  const found = Object.fromEntries(changed.map((path) => [path, after.get(path) ?? "absent"]))
  return { mutation_status: "applied", ...result, file_hashes: { ...found, ...result.file_hashes } }
}

async function digestsOf(root: string, paths: readonly string[]): Promise<Digests> {
  // A run without a work tree does not even load what reads files.
  const { containedRead, sha256 } = await import("@proofloop/foundation/files")
  const real = await realpath(root).catch(() => root)
  const read = paths.map(async (path): Promise<readonly [string, string]> => {
    const content = await containedRead(real, path)
    return [path, content === null ? "absent" : typeof content === "string" ? content : sha256(content)]
  })
  return new Map(await Promise.all(read))
}
