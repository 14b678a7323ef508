import * as z from "zod"
import { ForgeError } from "../../forge/forge_error.ts"
import { createClient } from "../client/client.ts"
import { inShape } from "../client/in_shape.ts"
import { type GithubConnection, githubSettings } from "../settings/settings.ts"

export interface ListedRepository {
  /** "owner/name". */
  readonly full_name: string
  readonly url: string
  /** Name of the branch that pull requests go to by default. */
  readonly default_branch: string
  /** Nobody can push to it. */
  readonly is_archived: boolean
  readonly is_fork: boolean
}

export interface ListRepositoriesOptions extends GithubConnection {
  readonly owner: string
}

const pageShape = z.array(
  z.object({
    full_name: z.string(),
    html_url: z.string(),
    default_branch: z.string(),
    archived: z.boolean().default(false),
    disabled: z.boolean().default(false),
    fork: z.boolean().default(false),
  }),
)

/**
 * The repositories of an owner that the credential sees, by name; an app's are those of its installation. Rejects
 * with ForgeError, and with InvalidOptionError.
 */
export async function listRepositories(
  { owner, ...options }: ListRepositoriesOptions,
  signal?: AbortSignal,
): Promise<readonly ListedRepository[]> {
  // The name of no repository is needed; this one is allowed for every owner.
  const settings = githubSettings({ ...options, repository: `${owner}/repositories` })
  const client = createClient({ ...settings, installed_on: `/users/${owner}` })
  const read = async (path: string): Promise<readonly ListedRepository[]> => {
    const found: ListedRepository[] = []
    for await (const page of client.pages({ path }, signal)) {
      for (const one of inShape(pageShape, page)) {
        if (one.full_name.split("/", 1)[0]?.toLowerCase() !== owner.toLowerCase()) continue
        found.push({
          full_name: one.full_name,
          url: one.html_url,
          default_branch: one.default_branch,
          is_archived: one.archived || one.disabled,
          is_fork: one.fork,
        })
      }
    }
    return found.toSorted((left, right) => (left.full_name < right.full_name ? -1 : 1))
  }
  if (settings.credential.kind === "app") return read("/installation/repositories")
  try {
    return await read(`/orgs/${owner}/repos`)
  } catch (error) {
    if (!(error instanceof ForgeError) || error.problem !== "missing") throw error
    return read(`/users/${owner}/repos`)
  }
}
