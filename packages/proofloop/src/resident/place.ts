import { createHash } from "node:crypto"
import { existsSync, realpathSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { residentFolder } from "./folder.ts"

/** Node's own limit differs by system; the least is that of macOS, 104 bytes with the end. */
const MAX_SOCKET_BYTES = 103

/** Where a resident check of one work tree listens. */
export interface ResidentPlace {
  /** The top of the work tree. */
  readonly root: string
  readonly folder: string
  readonly socket: string
}

/**
 * The place for the work tree around a folder: another one for each work tree, installation of proofloop and version of
 * Node. null: no repository, a system without such sockets, or a path that is too long for one.
 */
export function residentPlace(cwd: string, env: NodeJS.ProcessEnv): ResidentPlace | null {
  const root = workTreeOf(cwd)
  if (root === null || process.platform === "win32") return null
  const folder = residentFolder(env)
  const key = createHash("sha256").update([root, installation(), process.version].join("\0")).digest("hex")
  const socket = join(folder, `${key.slice(0, 16)}.sock`)
  return Buffer.byteLength(socket) > MAX_SOCKET_BYTES ? null : { root, folder, socket }
}

function workTreeOf(folder: string): string | null {
  if (existsSync(join(folder, ".git"))) return folder
  const above = dirname(folder)
  return above === folder ? null : workTreeOf(above)
}

/** Where this file is and when it was written: an update may keep the version. */
function installation(): string {
  const file = realpathSync(fileURLToPath(import.meta.url))
  const { ino, ctimeMs } = statSync(file)
  return `${file} ${ino} ${ctimeMs}`
}
