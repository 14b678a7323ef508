import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { fileErrorReason } from "@proofloop/foundation/files"
import { type FleetRepository, readRepositories } from "@proofloop/pipeline"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { ownedRepositories } from "../jobs/github.ts"
import { readRepository } from "../pipeline/repository.ts"
import { readSwitches } from "../pipeline/settings.ts"

/** What FILE lists; null: --owner says it. Rejects with Misuse. */
export async function readListFile(input: Input, io: Io): Promise<readonly FleetRepository[] | null> {
  const [file] = input.positionals
  if ((file === undefined) === (input.text("owner") === undefined))
    throw new Misuse("fleet run: give FILE, a list of repositories, or --owner NAME")
  return file === undefined ? null : fileList(file, io)
}

/** The repositories of FILE or of --owner, by the addresses that their runs have. Rejects with Misuse and ForgeError. */
export async function readList(
  of_file: readonly FleetRepository[] | null,
  input: Input,
  io: Io,
): Promise<readonly FleetRepository[]> {
  const listed = of_file ?? (await ownList(input.text("owner") ?? "", input, io))
  const switches = readSwitches(input)
  const found = await Promise.all(
    listed.map(async (one) => {
      const { url } = await readRepository(one.url, io)
      return { ...one, url, switches: one.switches.length === 0 ? switches : one.switches }
    }),
  )
  const twice = found.find(({ url }, index) => found.findIndex((other) => other.url === url) < index)
  if (twice !== undefined)
    throw new Misuse(`${input.positionals[0] ?? "--owner"}: ${twice.url} is listed twice`)
  return found
}

async function fileList(file: string, io: Io): Promise<readonly FleetRepository[]> {
  const text = await readFile(resolve(io.cwd, file), "utf8").catch((error: unknown) => {
    throw new Misuse(`${file}: ${fileErrorReason(error)}`)
  })
  return readRepositories(text, file)
}

/** Archived repositories and forks are left out. */
async function ownList(owner: string, input: Input, io: Io): Promise<readonly FleetRepository[]> {
  const all = await ownedRepositories(owner, input, io)
  const except = input.texts("except").map((name) => name.toLowerCase())
  const unknown = except.find((name) => !all.some(({ full_name }) => full_name.toLowerCase() === name))
  if (unknown !== undefined) throw new Misuse(`--except ${unknown}: ${owner} has no such repository`)
  const chosen = all.filter(
    ({ full_name, is_archived, is_fork }) =>
      !is_archived && !is_fork && !except.includes(full_name.toLowerCase()),
  )
  if (chosen.length === 0) throw new Misuse(`--owner ${owner}: no repository that can be pushed to`)
  return chosen.map(({ full_name }) => ({ url: `github:${full_name}`, base: null, switches: [], cap: 1 }))
}
