import { realpath } from "node:fs/promises"
import { isAbsolute, join, relative, resolve, sep } from "node:path"
import { RequestError, foldPath, locate, openWorkspace } from "@proofloop/foundation/files"
import type { JsonObject } from "@proofloop/foundation/text"
import type { Tool } from "@proofloop/runtime"

/** Paths below `root` that a call says it will write, as critics know them. null: it cannot say, or would write nothing. */
export async function plannedPaths(
  tool: Tool,
  root: string,
  call_arguments: JsonObject,
): Promise<readonly string[] | null> {
  const planned = (await tool.plan_writes?.(call_arguments).catch(() => null)) ?? null
  if (planned === null || planned.writes.length === 0) return null
  const folder = tool.workspace_root === undefined ? root : await realpath(tool.workspace_root)
  return planned.writes.map(({ path }) =>
    folder === root && !isAbsolute(path) ? path : relative(root, resolve(folder, path)).split(sep).join("/"),
  )
}

/** The real file of each path, by path: two spellings of one file, symbolic links included, count as one. */
export async function realFiles(
  root: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const workspace = openWorkspace({ root, denied_paths: [], max_file_bytes: 0 })
  const files = new Map<string, string>()
  for (const path of paths) {
    const located = await locate(workspace, path, "read").catch((error: unknown) => {
      // A link that leads nowhere or out of the root keeps its own name.
      if (error instanceof RequestError) return null
      throw error
    })
    files.set(path, foldPath(located?.absolute ?? join(root, path)))
  }
  return files
}
