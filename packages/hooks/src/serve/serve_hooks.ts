import { randomBytes } from "node:crypto"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { readPlainFile, writePlainFile } from "@proofloop/foundation/files"
import { readFlags } from "../entry/flags.ts"
import type { HostName } from "../events/host_event.ts"
import { createFold } from "../fold/fold.ts"
import { hostAdapter } from "../hosts/hosts.ts"
import { type HookServer, startHookServer } from "./hook_server.ts"

export interface ServeHooksOptions {
  /** The flags of a host's command without `run` and the host: `--hold`, `--verify "npm test"`. */
  readonly words: readonly string[]
  /** Default 0: any that is free. */
  readonly port?: number | undefined
  readonly home: string
  readonly version: string
}

export interface ServedHooks extends HookServer {
  /** The required header `x-proofloop-token`: the same each time, in the file `token` of the home, for its owner alone. */
  readonly token: string
}

const ANY_HOST: HostName = "claude-code"

/** Serves hooks on loopback. Throws an Error that names a wrong flag; rejects when the port is taken. */
export async function serveHooks({ words, port, home, version }: ServeHooksOptions): Promise<ServedHooks> {
  const { flags, problems } = readFlags([ANY_HOST, ...words])
  if (flags === null || problems.length > 0) throw new Error(problems.join("; "))
  const token = tokenOf(home)
  const server = await startHookServer({
    flags,
    token,
    port,
    home,
    version: `serve ${version}`,
    adapterOf: hostAdapter,
    createFold,
  })
  return { ...server, token }
}

function tokenOf(home: string): string {
  const file = join(home, "token")
  try {
    const known = readPlainFile(file).toString().trim()
    if (known !== "") return known
  } catch {
    // The file is missing the first time.
  }
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const token = randomBytes(24).toString("hex")
  writePlainFile(file, `${token}\n`)
  return token
}
