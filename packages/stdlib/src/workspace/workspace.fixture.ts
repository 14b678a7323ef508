import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { JsonObject, Tool, ToolResult } from "@proofloop/runtime"
import { onTestFinished } from "vitest"
import { workspaceTools, type WorkspaceOptions } from "./workspace_tools.ts"

/** A folder with a space in its path and these files in it; removed when the test ends. */
export async function folderWith(files: Readonly<Record<string, string | Buffer>> = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "proofloop workspace ")))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await addFiles(folder, files)
  return folder
}

export async function addFiles(
  folder: string,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

export interface ToolBench {
  readonly tools: ReadonlyMap<string, Tool>
  call(name: string, call_arguments: JsonObject, signal?: AbortSignal): Promise<ToolResult>
}

export function benchIn(root: string, options: Partial<WorkspaceOptions> = {}): ToolBench {
  const tools = new Map(workspaceTools({ root, ...options }).map((tool) => [tool.name, tool]))
  return {
    tools,
    async call(name, call_arguments, signal = new AbortController().signal) {
      const tool = tools.get(name)
      if (tool === undefined) throw new Error(`no tool ${name}`)
      return (await tool.execute(call_arguments, { signal, call_id: "call-1", iteration: 1 })) as ToolResult
    },
  }
}
