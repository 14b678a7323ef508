import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { packageFolder } from "@proofloop/foundation/files"
import { HOST_NAMES, type HostName } from "@proofloop/hooks"
import { type EntrySource, foundHosts, hookHome, type Machine } from "@proofloop/hooks/internal/install"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { version } from "../console/version.ts"

/** The named host. Throws Misuse, with a near miss. */
export function hostArgument({ positionals: [name = ""] }: Input): HostName {
  return hostNamed(name)
}

/** The named host, else those that the person chooses of what is on this machine. Throws Misuse where nobody can be asked. */
export async function chosenHosts(input: Input, io: Io): Promise<readonly HostName[]> {
  if (input.positionals.length > 0) return [hostArgument(input)]
  const found = await foundHosts(machineOf(io))
  if (found.length === 0)
    throw new Misuse(`hook install needs HOST, and no known agent was found here; it can be ${ALL}`)
  const names = found.join(", ")
  const answer = await io.ask(`Agents on this machine: ${names}.\nInstall into which? Names, or all: `)
  if (answer === null) throw new Misuse(`hook install needs HOST; on this machine: ${names}`)
  const words = answer.split(/[\s,]+/).filter((word) => word !== "")
  return words.join() === "all" ? found : words.map(hostNamed)
}

const ALL = HOST_NAMES.join(", ")

function hostNamed(name: string): HostName {
  const host = HOST_NAMES.find((known) => known === name)
  if (host !== undefined) return host
  throw new Misuse(`no host named "${name}"; it can be ${ALL}`, { name, known: HOST_NAMES })
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
