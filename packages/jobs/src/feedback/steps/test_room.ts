import { realpathSync } from "node:fs"
import { rename } from "node:fs/promises"
import { dirname, join, posix, relative } from "node:path"
import { errorCode } from "@proofloop/foundation/errors"
import { removeFolder } from "@proofloop/foundation/files"
import { ownerOfTree } from "@proofloop/foundation/git"
import { openRunner, type Room, type Runner } from "@proofloop/foundation/sandbox"
import { type PreparedTree, prepareTree } from "@proofloop/foundation/trees"
import type { TestRooms } from "../settings.ts"
import { FixError } from "./fix_error.ts"

export interface TestRoomOptions {
  readonly rooms: TestRooms
  /** The test's path, relative to the given folder. */
  readonly path: string
  /** The user's folder behind this one; its installed files are copied when nothing can be set up. */
  readonly work_folder?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface TestRoom {
  readonly room: Room
  /** Why something that is installed elsewhere may be missing here; null when everything is there. */
  readonly problem: string | null
  /** The tree is as before, except for installed files. */
  close(): Promise<void>
}

/**
 * Sets up the tree of `folder` and opens a room there. Git in the room finds no repository: a model's code runs
 * there, and a branch or commit would tell the fix from its base. Rejects with the signal's reason. Rejects with a
 * FixError of the kind "environment" without a sandbox or when the owner's set-up fails.
 */
export async function openTestRoom(folder: string, options: TestRoomOptions): Promise<TestRoom> {
  const { runner, prepared } = await setUpForTest(folder, options)
  const tree = treeOf(folder)
  const showGit = await hideGit(tree)
  try {
    const room = await runner.open(tree, prepared.room)
    return {
      room,
      problem: prepared.problem,
      close: async () => {
        await room.close()
        await showGit()
      },
    }
  } catch (error) {
    await showGit()
    throw error
  }
}

/** Sets a tree up; its rooms share the installed files. Rejects as `openTestRoom` does. */
export async function preparedRunner(
  folder: string,
  options: Omit<TestRoomOptions, "path">,
): Promise<Runner> {
  const { runner, prepared } = await setUpForTest(folder, { ...options, path: "package.json" })
  const { room } = prepared
  return {
    sandbox: runner.sandbox,
    open: (tree, given) => runner.open(tree, { ...given, ...room, env: { ...room.env, ...given?.env } }),
  }
}

/** Installs what a test in `folder` needs. Rejects as `openTestRoom` does. */
export async function setUpForTest(
  folder: string,
  { rooms, path, work_folder, signal }: TestRoomOptions,
): Promise<{ readonly runner: Runner; readonly prepared: PreparedTree }> {
  const tree = treeOf(folder)
  const prefix = relative(tree, folder)
  const work_tree = work_folder === undefined ? undefined : withoutSuffix(realpathSync(work_folder), prefix)
  const { setup, setup_cache_dir: cache_dir } = rooms
  try {
    const runner = rooms.runner ?? (await openRunner(rooms))
    const given = { runner, setup, cache_dir, work_tree, signal, path: posix.join(prefix, path) }
    return { runner, prepared: await prepareTree(tree, given) }
  } catch (error) {
    if (!["no_sandbox", "setup_failed", "foreign_package"].includes(errorCode(error))) throw error
    throw new FixError("environment", (error as Error).message, { cause: error })
  }
}

/** The tree of `checkOut` around a folder, else the folder. */
function treeOf(folder: string): string {
  for (let at = folder; dirname(at) !== at; at = dirname(at)) if (ownerOfTree(at) !== null) return at
  return folder
}

function withoutSuffix(path: string, suffix: string): string {
  return suffix !== "" && path.endsWith(`/${suffix}`) ? path.slice(0, -suffix.length - 1) : path
}

/** Removes the link to the repository from a tree of `checkOut`; the function that it resolves to restores it. */
async function hideGit(tree: string): Promise<() => Promise<void>> {
  const link = join(tree, ".git")
  const aside = join(dirname(tree), "git-link")
  if (ownerOfTree(tree) === null || !(await moved(link, aside))) return async () => undefined
  return async () => {
    await removeFolder(link)
    await rename(aside, link)
  }
}

/** false: a tree without a commit has no link. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false
    throw error
  }
}
