import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { requireGit } from "@proofloop/foundation/git"
import type { ForgeTarget } from "./comments.ts"
import type { Forge } from "./forge.ts"
import { ForgeError } from "./forge_error.ts"
import { gitRemote } from "./git_remote.ts"
import { localChecks } from "./local/checks.ts"
import { asForgeError, locked } from "./local/guarded.ts"
import { identityOf } from "./local/identity.ts"
import { at, mergeableOf, mergePull, newPull, rewritten, stateOf } from "./local/pull.ts"
import {
  issueRecord,
  type IssueRecord,
  pullRecord,
  type PullRecord,
  renderIssue,
  renderPull,
} from "./local/record.ts"
import { addComment, listComments, recordFiles } from "./local/record_files.ts"
import { type LocalReview, localReviews } from "./local/reviews.ts"
import { localForgeSettings, type LocalForgeOptions, localTarget } from "./local/settings.ts"
import type { PullRequest } from "./pulls.ts"
import type { Reviews } from "./reviews.ts"

export interface LocalForge extends Forge {
  readonly reviews: Reviews
  /** Makes a draft one that may be merged. */
  markReady(number: number): Promise<void>
  /** Resolves to the commit on the base branch. A draft is refused; `git merge` and a push count as a merge as well. */
  merge(
    number: number,
    options?: {
      /** Makes one commit of the branch instead of a merge commit. Default false. */
      readonly squash?: boolean | undefined
    },
  ): Promise<string>
  /** Closes an open pull request without merging it. */
  close(number: number): Promise<void>
  /** A person's comment. Resolves to its address. */
  say(
    target: ForgeTarget,
    comment: {
      readonly author: string
      readonly body: string
    },
  ): Promise<string>
  /** A person's review of what the branch has now. Resolves to where it can be read. */
  review(number: number, review: LocalReview): Promise<string>
  /** Opens an issue; resolves once it can be read. */
  openIssue(
    title: string,
    body: string,
  ): Promise<{
    readonly number: number
    /** Address of the issue, for `targetOf`. */
    readonly url: string
  }>
}

/**
 * A forge in a folder: branches in a bare git repository; each pull request and issue a JSON file with a Markdown
 * page, which is its address. Several processes may share it; the repository's own hooks run at a push. Throws
 * InvalidOptionError.
 */
export function localForge(options: LocalForgeOptions): LocalForge {
  const { repository, folder } = localForgeSettings(options)
  const remote = gitRemote({ url: repository })
  const pulls = recordFiles(join(folder, "pulls"), pullRecord, renderPull)
  const { reviews, add } = localReviews({ repository, folder, pulls })
  const issues = recordFiles(join(folder, "issues"), issueRecord, renderIssue)

  const told = async (pull: PullRecord): Promise<PullRequest> => {
    const { number, head, base, title, body, draft } = pull
    const url = pathToFileURL(pulls.rendered(number)).href
    const head_repository = await identityOf(repository)
    const now = await stateOf(repository, pull)
    const { state, head_commit, merged_commit } = now
    return {
      number,
      url,
      head,
      base,
      head_repository,
      title,
      body,
      draft,
      state,
      head_commit,
      merged_commit,
      mergeable: await mergeableOf(repository, now),
    }
  }
  const ofHead = async (head: string): Promise<readonly PullRecord[]> => {
    const all: PullRecord[] = []
    for (const number of await pulls.numbers()) all.push(await pulls.read(number))
    return all.filter((pull) => pull.head === head).toReversed()
  }
  /** A branch that is overwritten no longer tells what it was merged as, and a deleted one not what was pushed to it. */
  const settle = async (branch: string, push: () => Promise<void>, commit: string): Promise<void> => {
    const open: PullRecord[] = []
    for (const pull of await ofHead(branch)) {
      const { state, merged_commit, head_commit } = await stateOf(repository, pull)
      if (pull.state === "open" && state === "merged")
        await pulls.write({ ...pull, state, merged_commit, head_commit })
      else if (state === "open") open.push(pull)
    }
    await push()
    for (const pull of open) await pulls.write({ ...pull, head_commit: commit })
  }
  const settled =
    (how: "push" | "advance"): Forge["git"]["push"] =>
    (root, commit, branch, signal) =>
      locked(folder, () => settle(branch, () => remote[how](root, commit, branch, signal), commit), signal)
  const change = (number: number, edit: (pull: PullRecord) => Promise<PullRecord>) =>
    locked(folder, async () => {
      const pull = await pulls.read(number)
      const { state, head_commit } = await stateOf(repository, pull)
      if (state === "open") return pulls.write(await edit({ ...pull, head_commit }))
      throw new ForgeError(`pull request ${number} is ${state}`, { retryable: false })
    })

  const addTo = (
    { kind, number }: ForgeTarget,
    comment: { readonly key: string; readonly body: string; readonly author?: string },
    signal?: AbortSignal,
  ): Promise<string> =>
    locked(
      folder,
      () =>
        kind === "issue"
          ? addComment<IssueRecord>(issues, number, comment)
          : addComment<PullRecord>(pulls, number, comment),
      signal,
    )

  return asForgeError<LocalForge>({
    name: "local",
    repository: async () => identityOf(repository),
    async defaultBranch() {
      return (await requireGit(repository, ["symbolic-ref", "--short", "HEAD"], at(repository))).trim()
    },
    git: { ...remote, push: settled("push"), advance: settled("advance") },
    pulls: {
      async find(head) {
        const [newest] = await ofHead(head)
        return newest === undefined ? null : told(newest)
      },
      get: async (number) => told(await pulls.read(number)),
      open: (request, signal) =>
        locked(
          folder,
          async () => {
            for (const pull of await ofHead(request.head)) {
              const found = pull.base === request.base ? await told(pull) : null
              if (found?.state === "open") return found
            }
            return told(await pulls.create(await newPull(repository, request)))
          },
          signal,
        ),
      rewrite: (number, edit) => change(number, async (pull) => rewritten(pull, edit(pull.body))),
    },
    comments: {
      post: (target, key, body, signal) => addTo(target, { key, body }, signal),
      list: ({ kind, number }) =>
        kind === "issue" ? listComments(issues, number) : listComments(pulls, number),
    },
    checks: options.checks === undefined ? null : localChecks({ repository, folder }, options.checks),
    reviews,
    targetOf: (url) => localTarget(folder, url),
    async say(target, { author, body }) {
      return addTo(target, { key: randomUUID(), body, author })
    },
    review: add,
    markReady: (number) => change(number, async (pull) => ({ ...pull, draft: false })),
    close: (number) => change(number, async (pull) => ({ ...pull, state: "closed" as const })),
    async merge(number, { squash = false } = {}) {
      let merged_commit = ""
      await change(number, async (pull) => {
        if (pull.draft)
          throw new ForgeError(`pull request ${number} is a draft: mark it ready first`, { retryable: false })
        merged_commit = await mergePull(repository, pull, squash)
        return { ...pull, state: "merged" as const, merged_commit }
      })
      return merged_commit
    },
    openIssue: (title, body) =>
      locked(folder, async () => {
        const opened_at = new Date().toISOString()
        const { number } = await issues.create(
          issueRecord.omit({ number: true }).parse({ title, body, opened_at, comments: [] }),
        )
        return { number, url: pathToFileURL(issues.rendered(number)).href }
      }),
  })
}
