import { realpath, rm, stat, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { InvalidOptionError } from "../errors/invalid_option.ts"
import { temporaryFolder } from "../files/temporary_folder.ts"
import { contentMemory } from "./content_memory.ts"
import { git, gitBytes, GitError } from "./git.ts"
import { makeBareRepository } from "./object_store.ts"
import { plainConfiguration } from "./plain_configuration.ts"
import { settledValue } from "./settled_value.ts"

/**
 * Our own repository beside the judged one. It reads the other's objects and keeps new ones. It has no configuration
 * or attributes, so the same change gives the same diff on any machine.
 */
export interface Scratch {
  /** Absolute, links resolved: the folder that is judged. */
  readonly root: string
  /** The place of `root` in its repository: "" or "packages/a/". */
  readonly prefix: string
  readonly folder: string
  /**
   * For git in the judged folder: new objects are kept here; the user's index and objects stay as they are. The
   * configuration is ours too, because the builder of a change can write the repository's, and a filter there would
   * show git other files.
   */
  readonly outside: Readonly<Record<string, string>>
  /** Patterns of files that only this clone ignores. */
  readonly excludes: string
  /** How the repository treats the file system, as "name=value". */
  readonly settings: readonly string[]
  /** Runs git here. Rejects with GitError. */
  run(args: readonly string[], options?: ScratchOptions): Promise<string>
  /** Runs git here and resolves to its output as bytes, also when it fails. */
  bytes(args: readonly string[]): Promise<{
    /** Git's exit code; null when it did not start, or was ended. */
    readonly exit_code: number | null
    readonly stdout: Uint8Array
  }>
  remove(): Promise<void>
}

interface ScratchOptions {
  /** What git reads from its standard input. Default: nothing. */
  readonly input?: string
  /** Variables added to git's environment. Default: none. */
  readonly env?: Readonly<Record<string, string>>
  /** The folder that git runs in. Default: our own repository. */
  readonly cwd?: string
}

export interface Place extends Pick<Scratch, "root" | "prefix" | "excludes" | "settings"> {
  /** Absolute path of the top of the work tree. */
  readonly top: string
  /** How objects are named: "sha1" or "sha256". */
  readonly format: string
  readonly objects: string
}

/** Rejects with InvalidOptionError when `root` is outside of a git work tree. */
export async function openScratch(root: string): Promise<Scratch> {
  return scratchAt((await placeOf(root)).place)
}

export async function scratchAt(place: Place): Promise<Scratch> {
  const { root, prefix, top, format, objects, excludes, settings } = place
  const folder = await temporaryFolder("brief")
  const git_dir = join(folder, "git")
  const env = { GIT_DIR: git_dir, GIT_INDEX_FILE: join(folder, "index"), GIT_ATTR_NOSYSTEM: "1" }
  const own = ["-c", "core.attributesFile=/dev/null"]
  try {
    await makeBareRepository(git_dir, format)
    // In quotes, because a path may hold characters that end the line or begin a comment (gitrepository-layout(5)).
    await writeFile(join(git_dir, "objects", "info", "alternates"), `${JSON.stringify(objects)}\n`)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return {
    root,
    prefix,
    folder,
    outside: {
      GIT_DIR: git_dir,
      GIT_WORK_TREE: top,
      GIT_INDEX_FILE: join(folder, "work-index"),
      GIT_ATTR_NOSYSTEM: "1",
    },
    excludes,
    settings,
    async run(args, { cwd = git_dir, input, env: more } = {}) {
      const options = { env: { ...env, ...more }, ...(input === undefined ? {} : { input }) }
      const outcome = await git(cwd, [...own, ...args], options)
      if (outcome.exit_code !== 0) throw new GitError(args, outcome)
      return outcome.stdout
    },
    bytes: (args) => gitBytes(git_dir, [...own, ...args], { env }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The settings for the file system and its line ends; no other setting of the repository affects what is read. */
const KEPT_SETTINGS = /^core\.(?:filemode|symlinks|ignorecase|precomposeunicode|autocrlf|eol)$/

const LOCAL_SETTINGS = ["config", "--local", "--list", "-z"]

/** By the text of the files. */
const listings = contentMemory<string>(2 ** 20, (listing) => listing.length)

/** Every local setting, as git lists them. Rejects with GitError. */
async function localSettings(folder: string): Promise<string> {
  const text = await plainConfiguration(folder, LOCAL_SETTINGS)
  const known = text === null ? undefined : listings.get(text)
  if (known !== undefined) return known
  const listed = await git(folder, LOCAL_SETTINGS)
  if (listed.exit_code !== 0) throw new GitError(LOCAL_SETTINGS, listed)
  if (text !== null) listings.keep(text, listed.stdout)
  return listed.stdout
}

const FACTS = [
  "--show-object-format",
  "--show-prefix",
  "--show-toplevel",
  ...["objects", "info/exclude"].flatMap((name) => ["--git-path", name]),
]

/**
 * The place of a folder, and the id of an object by its name; null where git knows no such name. Rejects with
 * InvalidOptionError outside of a git work tree.
 */
export async function placeOf(
  root: string,
  name?: string,
): Promise<{ readonly place: Place; readonly id: string | null }> {
  const judged = await folderOf(root)
  const [asked, local] = await Promise.allSettled([
    git(judged, ["rev-parse", ...FACTS, ...(name === undefined ? [] : [name])]),
    localSettings(judged),
  ])
  const told = settledValue(asked)
  // An unknown name is an error after all other answers.
  const [format = "", prefix = "", top = "", objects = "", excludes = "", id = ""] = told.stdout.split("\n")
  if (excludes === "") throw badRoot("a folder of a git repository", root)
  if ((await realpath(join(top, prefix)).catch(() => null)) !== judged) {
    throw badRoot("a folder of a git work tree; the repository's core.worktree names another", root)
  }
  const settings = settledValue(local)
    .split("\0")
    .flatMap((entry) => {
      const [setting = "", value = "true"] = entry.split("\n", 2)
      return KEPT_SETTINGS.test(setting) ? [`${setting}=${value}`] : []
    })
  const paths = { objects: resolve(judged, objects), excludes: resolve(judged, excludes) }
  const is_known = told.exit_code === 0 && /^[0-9a-f]{40,64}$/.test(id)
  return { place: { root: judged, prefix, top, format, settings, ...paths }, id: is_known ? id : null }
}

async function folderOf(root: string): Promise<string> {
  const found = await stat(root).catch(() => null)
  if (!found?.isDirectory()) throw badRoot("an existing folder", root)
  return realpath(root)
}

function badRoot(expected: string, got: string): InvalidOptionError {
  return new InvalidOptionError({ option: "root", expected, got })
}
