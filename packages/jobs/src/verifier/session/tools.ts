import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { join, posix } from "node:path"
import type { Tool, ToolContext, ToolResult } from "@proofloop/runtime"
import { workspaceTools } from "@proofloop/stdlib"
import { verifierText } from "./block.ts"
import type { JudgedTree } from "./tree.ts"

const READ_ONLY = ["read_file", "list_files", "search"]

/** Tools that only look, in the judged tree alone. `on_read` gets each shown file with its hash; secrets are not shown. */
export function verifierTools(
  tree: JudgedTree,
  on_read: (path: string, sha256: string) => void,
): readonly Tool[] {
  const tools = workspaceTools({
    root: tree.root,
    shell: false,
    checks: [],
    denied_paths: [".git/**", "**/.proofloop/**", ".proofloop/**"],
  })
  return tools
    .filter(({ name }) => READ_ONLY.includes(name))
    .map((tool) => ({
      ...tool,
      async execute(call_arguments: Parameters<Tool["execute"]>[0], context: ToolContext) {
        const result = (await tool.execute(call_arguments, context)) as ToolResult
        if (tool.name !== "list_files") {
          for (const path of shownPaths(tool.name, call_arguments, result, tree)) {
            on_read(path, await hashOf(join(tree.root, path)))
          }
        }
        return typeof result.output === "string" ? { ...result, output: verifierText(result.output) } : result
      },
    }))
}

function shownPaths(
  tool: string,
  call_arguments: Readonly<Record<string, unknown>>,
  result: ToolResult,
  tree: JudgedTree,
): readonly string[] {
  const { path } = call_arguments
  if (result.ok !== true || typeof result.output !== "string") return []
  if (tool === "read_file") return typeof path === "string" ? [relativePath(tree, path)] : []
  return [...new Set(result.output.split("\n").flatMap((line) => pathOfMatch(line, tree)))]
}

/** A tool also accepts an absolute path of its folder. */
function relativePath(tree: JudgedTree, path: string): string {
  return posix.relative(tree.root, posix.resolve(tree.root, path))
}

/** `path:line: text`, where the path may contain a colon. */
function pathOfMatch(line: string, tree: JudgedTree): readonly string[] {
  for (let at = line.indexOf(":"); at >= 0 && at < 4096; at = line.indexOf(":", at + 1)) {
    const path = line.slice(0, at)
    if (tree.paths.has(path)) return [path]
  }
  return []
}

async function hashOf(absolute: string): Promise<string> {
  const hash = createHash("sha256")
  for await (const chunk of createReadStream(absolute)) hash.update(chunk as Buffer)
  return hash.digest("hex")
}
