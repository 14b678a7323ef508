import { existsSync } from "node:fs"
import { devNull } from "node:os"
import { join } from "node:path"
import { javaCommand } from "./java_command.ts"

export interface BuildTool {
  readonly language: string
  readonly command:
    | string
    | {
        readonly missing: string
      }
}

/** The compiler commands for the sources in `root`, by the manifests there. Read-only. */
export function findBuildTools(root: string): readonly BuildTool[] {
  const has = (name: string) => existsSync(join(root, name))
  const tools: BuildTool[] = []
  // A build of one command would write its program into the work tree.
  if (has("go.mod")) tools.push({ language: "Go", command: `go build -o ${devNull} ./...` })
  if (has("Cargo.toml")) tools.push({ language: "Rust", command: "cargo check --quiet" })
  if (has("tsconfig.json")) tools.push({ language: "TypeScript", command: tscCommand(has) })
  const java = javaCommand(root)
  if (java !== null) tools.push({ language: "Java", command: java })
  return tools
}

function tscCommand(has: (name: string) => boolean): BuildTool["command"] {
  // Another version than the project's would find other errors.
  return has("node_modules/.bin/tsc")
    ? `"${join("node_modules", ".bin", "tsc")}" --noEmit --pretty false`
    : { missing: "typescript is not installed in the project: npm install typescript" }
}
