import { ForgeError } from "./forge_error.ts"
import type { NewPullRequest, PullRequest, Pulls } from "./pulls.ts"

/** `auto`: a draft, or without drafts an ordinary pull request that says so. `never`: an ordinary one. `always`: a draft. */
export const DRAFT_CHOICES = ["auto", "never", "always"] as const

export type DraftChoice = (typeof DRAFT_CHOICES)[number]

const NO_DRAFT = "This is an ordinary pull request: this repository has no drafts."

/**
 * Opens a pull request as a draft or not; takes an open one from this head to this base as it is. Rejects as
 * `Pulls.open` does, and with "no_drafts" when it must be a draft and the forge cannot make one.
 */
export async function openPull(
  pulls: Pulls,
  request: Omit<NewPullRequest, "draft">,
  choice: DraftChoice,
  signal?: AbortSignal,
): Promise<PullRequest> {
  const there = await pulls.find(request.head, signal)
  if (there?.state === "open" && there.base === request.base) return there
  const wants_draft = choice !== "never"
  try {
    const opened = await pulls.open({ ...request, draft: wants_draft }, signal)
    if (opened.draft || choice !== "always") return opened
    const message = `${opened.url} was opened, and the forge made no draft of it`
    throw new ForgeError(message, { retryable: false, problem: "no_drafts" })
  } catch (error) {
    if (choice !== "auto" || !(error instanceof ForgeError) || error.problem !== "no_drafts") throw error
    const body = `${request.body}\n\n${NO_DRAFT}`
    return pulls.open({ ...request, body, draft: false }, signal)
  }
}
