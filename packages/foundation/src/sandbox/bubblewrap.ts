import { existsSync, readFileSync } from "node:fs"
import { mkdir, realpath, writeFile } from "node:fs/promises"
import { homedir } from "node:os"
import { basename, delimiter, join } from "node:path"
import { findProgram } from "./find_program.ts"
import {
  certificateMounts,
  type Mount,
  mountArguments,
  secretMounts,
  systemMounts,
  treeMounts,
} from "./mounts.ts"
import { folderIn, openFolders, type RoomFolders } from "./open_room.ts"
import { roomEnvironment } from "./room_environment.ts"
import { type Enclosed, runInRoom } from "./run_in_room.ts"
import type { Room, RoomCommand, RoomOptions, RoomOutcome, Runner } from "./runner.ts"
import { systemCallFilter } from "./system_calls.ts"
import { toolchains } from "./toolchains.ts"

/**
 * Rooms by bubblewrap, on Linux only: each command has its own namespaces. It sees system programs, toolchains and
 * the tree. Home, `/tmp` and `/proc` are the room's; `/run`, `/var` and the rest of the machine are missing.
 * `openRunner` says whether bubblewrap works here.
 */
export function bubblewrap(): Runner {
  return { sandbox: "bubblewrap", open: openBubblewrapRoom }
}

async function openBubblewrapRoom(tree: string, options: RoomOptions = {}): Promise<Room> {
  const folders = await openFolders(tree)
  const home = homeInRoom()
  const { path, readable } = toolchains()
  const environment = roomEnvironment(process.env, {
    path: [...(options.programs ?? []), path].join(delimiter),
    home,
    temporary: "/tmp",
    network: options.network ?? false,
  })
  const writable = await madePaths(options.writable)
  const mounts: readonly Mount[] = [
    ...systemMounts(),
    ...readable.map((folder): Mount => ({ path: folder, kind: "read" })),
    ...(await storeMounts(readable, folders)),
    ...secretMounts(readable),
    ...certificateMounts(environment),
    { path: home, kind: "write", from: folders.home },
    { path: "/tmp", kind: "write", from: folders.temporary },
    { path: "/dev/shm", kind: "write", from: await folders.writable("shm") },
    { path: "/run", kind: "write", from: await folders.writable("run") },
    { path: "/var/tmp", kind: "write", from: await folders.writable("var-tmp") },
    ...(await realPaths(options.readable)).map((folder): Mount => ({ path: folder, kind: "read" })),
    ...writable.map((folder): Mount => ({ path: folder, kind: "write" })),
    ...(await treeMounts(folders.tree, options.git ?? "hidden", folders.own)),
  ]
  const network = options.network ? ["--share-net"] : []
  const given = [
    ...ISOLATION,
    ...network,
    ...mountArguments(mounts, folders.empty),
    ...kernelSettings(),
    ...MEMORY,
  ]
  const status = join(folders.own, "status")
  const filter = join(folders.own, "system-calls")
  await writeFile(filter, systemCallFilter())
  return {
    tree: folders.tree,
    sandbox: "bubblewrap",
    close: () => folders.remove(),
    run: async (command: RoomCommand) => {
      const program = findProgram("bwrap") ?? "bwrap"
      const inside = [
        "--json-status-fd",
        "3",
        "--seccomp",
        "4",
        ...given,
        "--chdir",
        folderIn(folders.tree, command.cwd),
        "--",
      ]
      const enclosed: Enclosed = {
        // bwrap gets extra files only by redirections: one to report its status, one to read the filter.
        command: (shell) => [
          "sh",
          "-c",
          'exec 3>"$1" 4<"$2"; shift 2; exec "$@"',
          "sh",
          status,
          filter,
          program,
          ...inside,
          ...END_WITH_HOST,
          ...shell,
        ],
        cwd: folders.tree,
        env: { ...environment, ...options.env, ...command.env },
        stdin: "pipe",
        sandbox: "bubblewrap",
        disk: { folders: [folders.tree, folders.own, ...writable], since: folders.opened_at },
        counts_processes: process.getuid?.() !== 0,
      }
      return withReason(await runInRoom(command, enclosed), status)
    },
  }
}

const ISOLATION = [
  "--unshare-all",
  "--die-with-parent",
  // bwrap ends after the room's first process; by then the kernel has ended all others.
  "--as-pid-1",
  "--cap-drop",
  "ALL",
  "--proc",
  "/proc",
  "--dev",
  "/dev",
] as const

/**
 * --die-with-parent misses a parent that died while bwrap started. So a shell in the room waits for the end of its
 * standard input, which comes once this process is gone. Then it ends all others, repeatedly, because the command may
 * be about to start. The first process ends with its command.
 */
const END_WITH_HOST = [
  "sh",
  "-c",
  `exec 3<&0 </dev/null
(read -r nothing <&3; while :; do kill -KILL -1; command -p sleep 1; done) >/dev/null 2>&1 &
exec 3<&-; exec "$@"`,
  "sh",
] as const

/**
 * Root owns the kernel's settings, whatever rights it gave away, and one of them names a program that the kernel
 * starts outside. Nobody else can write them.
 */
function kernelSettings(): readonly string[] {
  return process.getuid?.() === 0 ? ["--remount-ro", "/proc"] : []
}

/** Places that bwrap keeps in memory. Writes elsewhere go to the disk. */
const MEMORY = ["--remount-ro", "/dev", "--remount-ro", "/"] as const

/** pnpm keeps its store inside its own installation and writes there, so a room has its own. */
async function storeMounts(
  readable: readonly string[],
  folders: Pick<RoomFolders, "writable">,
): Promise<readonly Mount[]> {
  const stores = readable
    .filter((folder) => basename(folder) === "pnpm")
    .map((folder) => join(folder, "store"))
    .filter((store) => existsSync(store))
  return Promise.all(
    stores.map(async (path, index): Promise<Mount> => {
      return { path, kind: "write", from: await folders.writable(`pnpm-store-${index}`) }
    }),
  )
}

/** The path of the home folder stays the same, so that toolchains in it find themselves. */
function homeInRoom(): string {
  const home = homedir()
  return home === "/" || home === "" ? "/home/room" : home
}

/** bwrap reports a command that ran to its end. Without that report, its output says why it made no room. */
function withReason(outcome: RoomOutcome, status: string): RoomOutcome {
  const { exit_code, output, timed_out, aborted, limit, spawn_error } = outcome
  if (spawn_error !== null || exit_code === null || timed_out || aborted || limit !== null) return outcome
  if (readFileSync(status, "utf8").includes('"exit-code"')) return outcome
  return { ...outcome, exit_code: null, output: "", spawn_error: output.trim() || "bwrap said nothing" }
}

async function realPaths(paths: readonly string[] = []): Promise<readonly string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => null)))
  return real.filter((path) => path !== null)
}

async function madePaths(paths: readonly string[] = []): Promise<readonly string[]> {
  for (const path of paths) await mkdir(path, { recursive: true })
  return realPaths(paths)
}
