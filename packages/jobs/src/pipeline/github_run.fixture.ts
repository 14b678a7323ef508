import { join } from "node:path"
import { git, requireGit } from "@proofloop/foundation/git"
import { githubForge } from "../github/github_forge.ts"
import { type GithubServer, githubServer, TOKEN } from "../github/github_server.fixture.ts"
import type { GithubForgeOptions } from "../github/settings/settings.ts"
import { pipelineWith, type Place } from "./run.fixture.ts"
import { createPipeline } from "./run/pipeline.ts"
import type { PipelineOptions } from "./settings.ts"

type PlaceOptions = NonNullable<Parameters<typeof pipelineWith>[0]>

export interface GithubPlace extends Omit<Place, "forge"> {
  readonly server: GithubServer
  /** Another pipeline over the same runs and the same server. */
  readonly pipelineOver: (forge: Partial<GithubForgeOptions>) => Place["pipeline"]
}

/** The shop on a server with GitHub's contract; its branches are pushed by a path, or over http where `over_http`. */
export async function onGithub(
  options: PlaceOptions = {},
  { over_http = false }: { readonly over_http?: boolean } = {},
): Promise<GithubPlace> {
  const place = await pipelineWith(options)
  const server = await githubServer(place.bare)
  const remote = over_http ? {} : { remote_url: place.bare }
  const pipelineOver = (more: Partial<GithubForgeOptions>, others: Partial<PipelineOptions> = {}) => {
    const forge = githubForge({
      repository: "acme/shop",
      token: TOKEN,
      base_url: server.url,
      ...remote,
      ...more,
    })
    return createPipeline({ ...place.options, ...others, forge })
  }
  server.limits.clock = place.options.now ?? Date.now
  return { ...place, server, pipelineOver, pipeline: pipelineOver({}) }
}

/** A person's actions on the page: marks the draft ready and merges. Resolves to the merge commit. */
export async function mergeOnGithub({ folder, bare, server }: GithubPlace): Promise<string> {
  const pull = server.pulls.find(({ state }) => state === "open")
  if (pull === undefined) throw new Error("no pull request is open")
  const work = join(folder, "work")
  await requireGit(work, ["fetch", "--quiet", bare, `refs/heads/${pull.head.ref}`])
  await requireGit(work, ["merge", "--quiet", "--no-ff", "-m", "Merge", "FETCH_HEAD"])
  await requireGit(work, ["push", "--quiet", bare, "HEAD:main"])
  const commit = (await requireGit(work, ["rev-parse", "HEAD"])).trim()
  const merged_at = new Date().toISOString()
  Object.assign(pull, { draft: false, state: "closed", merged_at, merge_commit_sha: commit })
  return commit
}

/** The branches below `auto/`, each with its number of commits that the base lacks. */
export async function pushedBranches({ bare }: Pick<GithubPlace, "bare">): Promise<readonly string[]> {
  const env = { GIT_DIR: bare }
  const { stdout } = await git(bare, ["for-each-ref", "--format=%(refname:short)", "refs/heads/auto"], {
    env,
  })
  const names = stdout.split("\n").filter((name) => name !== "")
  return Promise.all(
    names.map(async (name) => {
      const counted = await requireGit(bare, ["rev-list", "--count", `main..${name}`], { env })
      return `${name.replace(/-[\da-f]{16}/, "-PLAN")} ${counted.trim()}`
    }),
  )
}
