import { existsSync } from "node:fs"
import { isAbsolute, join, normalize } from "node:path"
import { git } from "@proofloop/foundation/git"
import { isRecord } from "@proofloop/foundation/text"
import { readText } from "./project.ts"

export interface HookFile {
  /** Relative to the root, or absolute where it lies outside. */
  readonly path: string
  /** It is committed, so that everybody who works there has it. */
  readonly is_shared: boolean
}

/** Where the hook is, or why nothing can be written there. Rejects only when git cannot be run. */
export async function findHookFile(root: string): Promise<HookFile | string> {
  const manager = HOOK_MANAGERS.find((name) => existsSync(join(root, name))) ?? managerInManifest(root)
  if (manager !== null) return `${manager} has the hooks`
  if (existsSync(join(root, ".husky"))) return { path: ".husky/pre-commit", is_shared: true }
  const configured = (await git(root, ["config", "--local", "core.hooksPath"])).stdout.trim()
  if (configured !== "") {
    const folder = normalize(configured)
    if (isAbsolute(folder) || folder.startsWith("..")) return `git reads hooks from ${configured}`
    return { path: join(folder, "pre-commit"), is_shared: true }
  }
  const found = await git(root, ["rev-parse", "--git-common-dir"])
  if (found.exit_code !== 0) return "this is no git repository"
  return { path: `${found.stdout.replace(/\n$/, "")}/hooks/pre-commit`, is_shared: false }
}

/** Files of programs that write the hooks themselves. */
const HOOK_MANAGERS = [
  ".pre-commit-config.yaml",
  "lefthook.yml",
  "lefthook.yaml",
  ".lefthook.yml",
  ".lefthook.yaml",
  ".overcommit.yml",
  ".simple-git-hooks.json",
]

function managerInManifest(root: string): string | null {
  try {
    const manifest: unknown = JSON.parse(readText(join(root, "package.json")))
    const has_hooks = isRecord(manifest) && Object.hasOwn(manifest, "simple-git-hooks")
    return has_hooks ? "simple-git-hooks in package.json" : null
  } catch {
    return null
  }
}

/** A hook's text with our lines in front, because what is there may end early, as by `exec`. null: no shell script. */
export function withOurLines(before: string, command: string): string | null {
  const rest = withoutOurs(before)
  const found = /^#!.*(?:\n|$)/.exec(rest)?.[0] ?? ""
  if (found !== "" && !/\b(?:ba|da|z|k)?sh\b/.test(found)) return null
  const shebang = rest === "" ? "#!/bin/sh\n" : found === "" || found.endsWith("\n") ? found : `${found}\n`
  const lines = `${BLOCK_START}\n${command} check --staged || exit 1\n${BLOCK_END}\n`
  return `${shebang}${lines}${rest.slice(found.length)}`
}

const BLOCK_START = "# proofloop: judges what is staged"
const BLOCK_END = "# proofloop: end"

function withoutOurs(text: string): string {
  const start = text.indexOf(BLOCK_START)
  const end = text.indexOf(`${BLOCK_END}\n`, start)
  return start === -1 || end === -1 ? text : text.slice(0, start) + text.slice(end + BLOCK_END.length + 1)
}
