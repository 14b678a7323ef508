import { readFile, stat } from "node:fs/promises"
import { git, GitError } from "./git.ts"

/** The settings for the file system and its line ends; no other setting of the repository affects what is read. */
const KEPT = /^core\.(?:filemode|symlinks|ignorecase|precomposeunicode|autocrlf|eol)$/

/**
 * How a repository treats the file system, as "name=value". Reads its configuration file by itself, and asks git where
 * that is written in an unusual way. Rejects with GitError.
 */
export async function keptSettings(root: string, config: string): Promise<readonly string[]> {
  const text = await smallText(config).catch(() => null)
  const plain = text === null ? null : plainSettings(text)
  if (plain !== null) return plain
  const local = await git(root, ["config", "--local", "--list", "-z"])
  if (local.exit_code !== 0) throw new GitError(["config"], local)
  return local.stdout.split("\0").flatMap((entry) => {
    const [name = "", value = "true"] = entry.split("\n", 2)
    return KEPT.test(name) ? [`${name}=${value}`] : []
  })
}

async function smallText(path: string): Promise<string | null> {
  const stats = await stat(path)
  return stats.isFile() && stats.size <= MAX_BYTES ? readFile(path, "utf8") : null
}

const MAX_BYTES = 65_536

/** null: only git can tell (git-config(1)): a quoted or continued value, two things in one line. */
function plainSettings(text: string): readonly string[] | null {
  const kept: string[] = []
  let section = ""
  for (const line of text.split("\n").map((one) => one.trim())) {
    if (line.endsWith("\\")) return null
    if (line === "" || line.startsWith("#") || line.startsWith(";")) continue
    if (line.startsWith("[")) {
      if (!/^\[[\w.-]+(?: "[^"\\]*")?\]$/.test(line)) return null
      section = line.toLowerCase()
      continue
    }
    const at = line.indexOf("=")
    const name = (at < 0 ? line : line.slice(0, at)).trim().toLowerCase()
    if (!/^[a-z][a-z0-9-]*$/.test(name)) return null
    const setting = `core.${name}`
    if (section !== "[core]" || !KEPT.test(setting)) continue
    const value = at < 0 ? "true" : line.slice(at + 1).trim()
    if (/["\\#;]/.test(value)) return null
    kept.push(`${setting}=${value}`)
  }
  return kept
}
