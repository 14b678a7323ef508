import { constants } from "node:fs"
import { open, realpath } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { namesCommand } from "./configured_commands.ts"

/** Settings that may name a command: by section, by name, or in another file. */
const MAY_NAME_A_COMMAND = /\[(?:filter|merge|credential|include)|askpass|refscommand|sshcommand|gitproxy/i

const MAX_BYTES = 65_536

/**
 * Where git may find configuration from `folder`, and what it says; null where that names a command, or when unsure.
 * This costs a tenth of asking git. Reads every repository on the way up, because git skips a folder that only looks
 * like one.
 */
export async function plainConfiguration(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  if (args.includes("--git-dir") || settingsOf(env).some(namesCommand)) return null
  const chosen = env["GIT_DIR"]
  try {
    const places =
      chosen === undefined
        ? await repositoriesAbove(await realpath(folder))
        : [(await repositoryAt(resolve(folder, chosen))) ?? chosen]
    const texts = await Promise.all(places.map(configurationOf))
    if (texts.flat().some((text) => MAY_NAME_A_COMMAND.test(text))) return null
    return [...places, ...texts.flat()].join("\0")
  } catch {
    return null
  }
}

/** The settings that variables give, as names and values (git-config(1)). */
function settingsOf(env: Readonly<Record<string, string>>): ReadonlyArray<readonly [string, string]> {
  return Object.entries(env).flatMap(([variable, name]) =>
    variable.startsWith(KEY) ? [[name, env[VALUE + variable.slice(KEY.length)] ?? ""] as const] : [],
  )
}

const KEY = "GIT_CONFIG_KEY_"
const VALUE = "GIT_CONFIG_VALUE_"

async function repositoriesAbove(folder: string): Promise<readonly string[]> {
  const above = [folder]
  for (let at = folder; dirname(at) !== at; at = dirname(at)) above.push(dirname(at))
  const found = await Promise.all(above.map((one) => repositoryAt(join(one, ".git"))))
  return found.filter((place) => place !== null)
}

/** The repository at a path: this folder, or the one that this file names. */
async function repositoryAt(path: string): Promise<string | null> {
  const found = await textOf(path)
  if (found === "none") return null
  return found === "folder" ? path : named(found.text.replace(/^gitdir: /, ""), dirname(path))
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

/** The text of a small file. Rejects for a large one, and for what is neither file nor folder. */
export async function textOf(path: string): Promise<{ readonly text: string } | "folder" | "none"> {
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
