import type { RunContext } from "../context/context.ts"
import type { PipelineRun, ReviewRequest } from "../run.ts"
import type { PipelineOptions } from "../settings.ts"
import { openRequests, type OpenRequests } from "./open_requests.ts"

/** How many are taken before the comments are read again. */
export const MAX_REQUESTS = 20

/** The oldest unanswered instructing comments on the open pull request, at most 20. Rejects with ForgeError. */
export async function readRequests(
  row: PipelineRun,
  { settings, signal }: RunContext,
): Promise<readonly ReviewRequest[]> {
  return (await reviewOf(settings, row, signal)).requests.slice(0, MAX_REQUESTS)
}

/**
 * The unanswered comments on a run's pull request: `requests` of those who may instruct, `others` of everybody else.
 * Only reads. Without a pull request there are none. Rejects with ForgeError.
 */
export async function reviewOf(
  { forge, trusted_authors = [] }: Pick<PipelineOptions, "forge" | "trusted_authors">,
  row: PipelineRun,
  signal?: AbortSignal,
): Promise<OpenRequests> {
  const number = row.work.pull_request?.number
  if (number === undefined) return { requests: [], others: [] }
  const comments = await forge.comments.list({ kind: "pull_request", number }, signal)
  const reviews = (await forge.reviews?.list(number, signal)) ?? []
  const threads = (await forge.reviews?.threads(number, signal)) ?? []
  const answered = row.work.answered ?? []
  return openRequests({ comments, reviews, threads }, { answered, trusted: trusted_authors })
}
