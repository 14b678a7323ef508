import { ForgeError } from "../../forge/forge_error.ts"
import { FIX_BRANCH_PREFIX, type Git } from "../../forge/git.ts"
import type { GitAddress } from "../../forge/git_address.ts"
import { gitRemote } from "../../forge/git_remote.ts"
import type { Context } from "./context.ts"
import type { KnownRepository } from "./repository.ts"

/** Branches over https, with the current token; to a fork, where there is one. */
export function githubGit({ client, settings, repositories }: Context): Git {
  const { env, fork } = settings
  const timeout_ms = settings.git_timeout_ms ?? undefined
  const addressOf = async (repository: KnownRepository, signal?: AbortSignal): Promise<GitAddress> => {
    const url = settings.remote_url ?? `${repository.web}.git`
    const is_host = URL.canParse(url) && new URL(url).origin === settings.web
    if (!is_host) return { url }
    const token = await client.token(signal)
    const basic = Buffer.from(`x-access-token:${token}`).toString("base64")
    return { url, authorization: `Basic ${basic}`, secrets: [token] }
  }
  const remoteOf = (which: "upstream" | "head"): Git =>
    gitRemote(async (signal) => addressOf((await repositories(signal))[which], signal), { timeout_ms, env })
  const [upstream, head] = [remoteOf("upstream"), remoteOf("head")]
  const holder = (branch: string): Git => (branch.startsWith(FIX_BRANCH_PREFIX) ? head : upstream)
  return {
    fetchBranch: (root, branch, signal) => holder(branch).fetchBranch(root, branch, signal),
    async fetchCommit(root, commit, signal) {
      try {
        await upstream.fetchCommit(root, commit, signal)
      } catch (error) {
        if (fork === null || !(error instanceof ForgeError) || error.retryable) throw error
        await head.fetchCommit(root, commit, signal)
      }
    },
    push: (root, commit, branch, signal) => head.push(root, commit, branch, signal),
    advance: (root, commit, branch, signal) => head.advance(root, commit, branch, signal),
    keep: (root, commit, name, signal) => head.keep(root, commit, name, signal),
  }
}
