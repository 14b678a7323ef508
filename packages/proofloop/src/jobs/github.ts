import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { fileErrorReason } from "@proofloop/foundation/files"
import type { Forge } from "@proofloop/jobs"
import type { GithubForgeOptions } from "@proofloop/jobs/github"
import type { ListedRepository } from "@proofloop/jobs/internal/github"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { GITHUB_OPTIONS } from "./options.ts"

export const GITHUB_FLAGS = Object.keys(GITHUB_OPTIONS)

/** The forge of `--forge github:OWNER/NAME`. Rejects with Misuse, and with InvalidOptionError for a bad option. */
export async function githubFrom(
  repository: string,
  {
    input,
    io,
    cache_folder,
  }: { readonly input: Input; readonly io: Io; readonly cache_folder: string | undefined },
): Promise<Forge> {
  const options: GithubForgeOptions = {
    repository,
    ...(await readCredential(repository, input, io)),
    base_url: input.text("github-url"),
    remote_url: remoteFrom(input, io),
    fork: input.text("github-fork"),
    cache_folder,
    env: io.env,
  }
  const { githubForge } = await import("@proofloop/jobs/github")
  return githubForge(options)
}

/** The repositories of an organisation or a person. Rejects with Misuse and ForgeError. */
export async function ownedRepositories(
  owner: string,
  input: Input,
  io: Io,
): Promise<readonly ListedRepository[]> {
  const credential = await readCredential(`${owner}/...`, input, io)
  await input.ready()
  const { listRepositories } = await import("@proofloop/jobs/internal/github")
  return listRepositories({ owner, ...credential, base_url: input.text("github-url"), env: io.env })
}

async function readCredential(
  repository: string,
  input: Input,
  io: Io,
): Promise<Pick<GithubForgeOptions, "token" | "app">> {
  const app_id = input.text("github-app")
  const key = input.text("github-app-key")
  if ((app_id === undefined) !== (key === undefined))
    throw new Misuse("--github-app ID and --github-app-key FILE go together")
  const variable = input.text("github-token-env")
  if (app_id !== undefined && key !== undefined) {
    if (variable !== undefined) throw new Misuse("--github-token-env is for a token: leave out --github-app")
    const private_key = await readFile(resolve(io.cwd, key), "utf8").catch((error: unknown) => {
      throw new Misuse(`--github-app-key ${key}: ${fileErrorReason(error)}`)
    })
    return { app: { app_id, private_key } }
  }
  const name = variable ?? "GITHUB_TOKEN"
  const token = io.env[name] ?? ""
  input.needsVariable(() => {
    if (token === "") throw new Misuse(`github:${repository}: the environment variable ${name} has no token`)
  })
  // Nothing is asked with a token that is missing: `ready` says so before.
  return { token: token === "" ? "missing" : token }
}

/** An address, or the path of a repository. */
function remoteFrom(input: Input, io: Io): string | undefined {
  const given = input.text("github-remote")
  return given === undefined || URL.canParse(given) ? given : resolve(io.cwd, given)
}
