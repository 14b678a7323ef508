import { existsSync } from "node:fs"
import { realpath } from "node:fs/promises"
import { join } from "node:path"
import type { RoomOptions } from "../sandbox/runner.ts"
import { copyWorkTree } from "./copy_installed.ts"
import { requireOwnPackages } from "./own_links.ts"
import { filledIn, setUp, type SetUp, type SetUpOptions } from "./set_up.ts"
import { detectSetup, ownSetup } from "./setup.ts"
import { NODE_PROGRAMS, PYTHON_PROGRAMS } from "./setup_place.ts"

export interface PrepareOptions extends SetUpOptions {
  /** The owner's command; "" for none. Default: what `detectSetup` finds. */
  readonly setup?: string | undefined
  /** A path of the tree, such as a test; the folders on the way to it are set up as well. */
  readonly path?: string | undefined
  /** The tree whose installed files are copied when this one cannot be set up. Default: none. */
  readonly work_tree?: string | undefined
}

export interface PreparedTree {
  readonly room: Pick<RoomOptions, "env" | "programs" | "readable">
  /** The set-ups of this tree, in the order in which they were made. */
  readonly steps: readonly PreparedStep[]
  /** Why something may be missing, in a few lines; null when everything is there. */
  readonly problem: string | null
}

export interface PreparedStep {
  readonly command: string
  /** The folder it is for, relative to the tree; "." is the tree. */
  readonly folder: string
  /** Where the packages come from: an earlier run, this one, copies of the work tree's, or nowhere. */
  readonly from: "cache" | "command" | "work tree" | "nowhere"
}

/**
 * Installs what a tree needs, in a room with the network, or takes it from the repository's cache by command,
 * manifests and platform. When a detected set-up fails, that is a `problem`, and the work tree's packages are copied,
 * without links that lead out. Rejects with SetupError, with ForeignPackageError, and with the signal's reason.
 */
export async function prepareTree(tree: string, options: PrepareOptions): Promise<PreparedTree> {
  const root = await realpath(tree)
  const { setup, path, work_tree } = options
  const setups = setup === undefined ? detectSetup(root, path) : setup.trim() === "" ? [] : [ownSetup(setup)]
  const done: SetUp[] = []
  for (const one of setups) done.push(await setUp(root, one, options))
  const failed = done.find(({ failure }) => failure !== null)
  if (setup !== undefined && failed !== undefined) throw new SetupError(failed)
  const copies = work_tree !== undefined && (failed !== undefined || setups.length === 0)
  const left_out = copies ? await copyWorkTree(work_tree, root) : []
  await requireOwnPackages(root)
  return {
    room: roomOf(root, done),
    steps: done.map(({ setup: { command, folder }, from }) => ({
      command,
      folder,
      from: from === "nowhere" && copies ? "work tree" : from,
    })),
    problem: problemOf(failed, left_out),
  }
}

export class SetupError extends Error {
  readonly code = "setup_failed"
  readonly command: string
  /** At most 2000 characters. */
  readonly output: string

  constructor({ setup: { command }, failure }: SetUp) {
    super(`the set-up ${JSON.stringify(command)} failed, give another by --setup: ${failure ?? ""}`)
    this.name = "SetupError"
    this.command = command
    this.output = failure ?? ""
  }
}

/** Without the network, managers use what is there. */
const OFFLINE = { CARGO_NET_OFFLINE: "true", GOPROXY: "off", npm_config_offline: "true", UV_OFFLINE: "1" }

function roomOf(root: string, done: readonly SetUp[]): PreparedTree["room"] {
  const homes = done.flatMap(({ home }) => (home === null ? [] : [home]))
  const envs = done.map(({ setup, home }) => (home === null ? {} : filledIn(setup.env, home)))
  const folders = ["", ...done.map(({ setup }) => setup.folder)].flatMap((folder) =>
    [".venv/bin", "venv/bin"].map((name) => join(root, folder, name)),
  )
  const managers = homes.flatMap((home) => [join(home, NODE_PROGRAMS), join(home, PYTHON_PROGRAMS)])
  return {
    env: Object.assign({}, ...envs, OFFLINE) as Record<string, string>,
    readable: homes,
    programs: [...new Set([...folders.toReversed(), ...managers])].filter((folder) => existsSync(folder)),
  }
}

function problemOf(failed: SetUp | undefined, left_out: readonly string[]): string | null {
  const parts = [
    ...(failed === undefined
      ? []
      : [
          `the set-up ${JSON.stringify(failed.setup.command)} failed, another is given by --setup: ${failed.failure}`,
        ]),
    ...(left_out.length === 0
      ? []
      : [`packages that are linked from elsewhere are not there: ${left_out.slice(0, 5).join(", ")}`]),
  ]
  return parts.length === 0 ? null : parts.join("\n")
}
