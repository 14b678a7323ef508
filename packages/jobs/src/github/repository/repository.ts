import * as z from "zod"
import { ForgeError } from "../../forge/forge_error.ts"
import type { Client } from "../client/client.ts"
import { asHidden } from "../client/failures.ts"
import { inShape } from "../client/in_shape.ts"
import type { GithubSettings, RepositoryName } from "../settings/settings.ts"

export interface KnownRepository {
  readonly id: number
  readonly owner: string
  /** "owner/name". */
  readonly full_name: string
  /** Below the API: "/repos/owner/name". */
  readonly path: string
  readonly web: string
}

/** Both where pull requests go and where branches go; the same without a fork. */
export interface Repositories {
  readonly upstream: KnownRepository
  readonly head: KnownRepository
}

const shape = z.object({
  id: z.int().min(1),
  full_name: z.string().regex(/^[^/]{1,100}\/[^/]{1,100}$/),
  default_branch: z.string().min(1),
  parent: z.object({ id: z.int() }).nullish(),
  source: z.object({ id: z.int() }).nullish(),
})

/** Follows a repository that was renamed or transferred. Rejects with ForgeError. */
export async function readRepository(client: Client, { owner, name }: RepositoryName, signal?: AbortSignal) {
  const asked = client.ask({ method: "GET", path: `/repos/${owner}/${name}` }, signal)
  return inShape(shape, await asked.catch(asHidden))
}

/** Looks once, unless it fails. */
export function createRepositories(
  client: Client,
  settings: GithubSettings,
): (signal?: AbortSignal) => Promise<Repositories> {
  let known: Promise<Repositories> | null = null
  return (signal) => {
    known ??= findRepositories(client, settings, signal).catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}

async function findRepositories(
  client: Client,
  settings: GithubSettings,
  signal?: AbortSignal,
): Promise<Repositories> {
  const found = await readRepository(client, settings.repository, signal)
  const upstream = knownAs(settings, found)
  if (settings.fork === null) return { upstream, head: upstream }
  const fork = await readRepository(client, settings.fork, signal)
  if (fork.parent?.id !== found.id && fork.source?.id !== found.id)
    throw new ForgeError(`${fork.full_name} is not a fork of ${found.full_name}`, { retryable: false })
  return { upstream, head: knownAs(settings, fork) }
}

function knownAs({ web }: GithubSettings, { id, full_name }: z.infer<typeof shape>): KnownRepository {
  const owner = full_name.split("/", 1)[0] ?? ""
  return { id, owner, full_name, path: `/repos/${full_name}`, web: `${web}/${full_name}` }
}

/** As `Forge.repository` tells it. */
export function identityOf({ web }: Pick<GithubSettings, "web">, id: number): string {
  return `github:${new URL(web).host}:${id}`
}
