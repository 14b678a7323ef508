import { constants } from "node:fs"
import { open, realpath } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"

/** Settings that may name a command: by section, by name, or in another file. */
const MAY_NAME_A_COMMAND = /\[(?:filter|merge|credential|include)|askpass|refscommand|sshcommand|gitproxy/i

const MAX_BYTES = 65_536

/**
 * Whether all configuration that git may find from `folder` is free of commands, judged by the files' text; this
 * costs a tenth of asking git. Reads every repository on the way up, because git skips a folder that only looks like
 * one. False when unsure.
 */
export async function hasPlainConfiguration(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  if (args.includes("--git-dir") || "GIT_CONFIG_COUNT" in env) return false
  const chosen = env["GIT_DIR"]
  try {
    const places =
      chosen === undefined ? await repositoriesAbove(await realpath(folder)) : [resolve(folder, chosen)]
    const texts = await Promise.all(places.map(configurationOf))
    return texts.flat().every((text) => !MAY_NAME_A_COMMAND.test(text))
  } catch {
    return false
  }
}

async function repositoriesAbove(folder: string): Promise<readonly string[]> {
  const above = [folder]
  for (let at = folder; dirname(at) !== at; at = dirname(at)) above.push(dirname(at))
  return (await Promise.all(above.map(repositoryIn))).flat()
}

/** The repository of a folder: its `.git`, or the folder that this file names. */
async function repositoryIn(folder: string): Promise<readonly string[]> {
  const path = join(folder, ".git")
  const found = await textOf(path)
  if (found === "none") return []
  return [found === "folder" ? path : named(found.text.replace(/^gitdir: /, ""), folder)]
}

/** The files that git reads for a repository: those of its own folder and of the folder it shares with others. */
async function configurationOf(place: string): Promise<readonly string[]> {
  const shared = await textOf(join(place, "commondir"))
  const places = typeof shared === "string" ? [place] : [place, named(shared.text, place)]
  const own = await Promise.all(places.map((one) => textOf(join(one, "config.worktree"))))
  const main = await textOf(join(places.at(-1) ?? place, "config"))
  // Without this file it is not a repository, or git uses another one.
  if (typeof main === "string") throw new Error(`${place} has no configuration`)
  return [main, ...own].flatMap((one) => (typeof one === "string" ? [] : [one.text]))
}

function named(text: string, folder: string): string {
  return resolve(folder, text.split(/[\r\n]/, 1)[0] ?? "")
}

async function textOf(path: string): Promise<{ readonly text: string } | "folder" | "none"> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
    (error: unknown) => {
      if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined
      throw error
    },
  )
  if (handle === undefined) return "none"
  try {
    const stats = await handle.stat()
    if (stats.isDirectory()) return "folder"
    if (!stats.isFile() || stats.size > MAX_BYTES) throw new Error(`${path} is not a small file`)
    return { text: await handle.readFile("latin1") }
  } finally {
    await handle.close()
  }
}
