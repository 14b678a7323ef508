import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { packageFolder } from "@proofloop/foundation/files"
import { type EntrySource, hookHome, HOST_NAMES, type HostName, type Machine } from "@proofloop/hooks/install"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { version } from "../console/version.ts"

/** The named host. Throws Misuse, with a near miss. */
export function hostArgument({ positionals }: Input): HostName {
  const [name = ""] = positionals
  const host = HOST_NAMES.find((known) => known === name)
  if (host !== undefined) return host
  throw new Misuse(`no host named "${name}"; it can be ${HOST_NAMES.join(", ")}`, { name, known: HOST_NAMES })
}

export function machineOf({ env, cwd }: Io): Machine {
  return { home: env["HOME"] || homedir(), project: repositoryOf(cwd), env }
}

export function homeOf({ env }: Io): string {
  return hookHome({
    ...env,
    PROOFLOOP_HOME: env["PROOFLOOP_HOME"] || join(env["HOME"] || homedir(), ".proofloop"),
  })
}

export function entrySource(): EntrySource {
  return {
    folder: join(packageFolder("@proofloop/hooks", import.meta.url), "dist/program"),
    version: version(),
  }
}

function repositoryOf(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder
    if (dirname(folder) === folder) return cwd
  }
}
