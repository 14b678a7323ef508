import { lstatSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"

/** Where resident checks listen, a socket each. */
export function residentFolder(env: NodeJS.ProcessEnv): string {
  const base = env["XDG_CACHE_HOME"]
  return join(base === undefined || base === "" ? join(homedir(), ".cache") : base, "proofloop", "check")
}

/** Whether nobody but this user can put a socket there. */
export function isOwn(folder: string): boolean {
  try {
    const { mode, uid } = lstatSync(folder)
    return (mode & 0o170077) === 0o040000 && uid === process.getuid?.()
  } catch {
    return false
  }
}
