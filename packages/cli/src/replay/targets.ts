import { readdir, stat } from "node:fs/promises"
import { join, resolve } from "node:path"
import { Misuse } from "../misuse.ts"

/** A file to read. */
export interface Target {
  /** As the user named it, for messages. */
  readonly name: string
  readonly file: string
  readonly bytes: number
  /** Named by the user, not met in a folder: not being a session is then an error. */
  readonly named: boolean
}

const SESSION_FILE = /\.(?:jsonl|json|traj|ndjson)$|^\.aider\.chat\.history\.md$/
const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", ".git"])
const MAX_DEPTH = 16

/** The files that paths stand for, in the order of the paths, those of a folder by name. Throws Misuse. */
export async function readTargets(names: readonly string[], cwd: string): Promise<readonly Target[]> {
  const targets: Target[] = []
  for (const name of names) {
    const file = resolve(cwd, name)
    const stats = await stat(file).catch(() => null)
    if (stats === null) throw new Misuse(`there is no file or folder ${name}`)
    if (!stats.isDirectory()) {
      targets.push({ name, file, bytes: stats.size, named: true })
      continue
    }
    const found = await sessionFiles(file, name)
    if (found.length === 0) {
      throw new Misuse(`${name} holds no session files (.jsonl, .json, .traj, .aider.chat.history.md)`)
    }
    targets.push(...found)
  }
  return targets
}

/** The session files below a folder; empty if it cannot be read. Symbolic links are not followed. */
export async function sessionFiles(folder: string, name: string, depth = 0): Promise<readonly Target[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found: Target[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = join(folder, entry.name)
    const shown = join(name, entry.name)
    if (entry.isDirectory() && depth < MAX_DEPTH && !LEFT_OUT.has(entry.name)) {
      found.push(...(await sessionFiles(file, shown, depth + 1)))
    } else if (entry.isFile() && SESSION_FILE.test(entry.name)) {
      const stats = await stat(file).catch(() => null)
      if (stats !== null) found.push({ name: shown, file, bytes: stats.size, named: false })
    }
  }
  return found
}
