import type { RunContext } from "../context/context.ts"
import type { PipelineRun, ReviewRequest } from "../run.ts"
import type { PipelineOptions } from "../settings.ts"
import { openRequests, type OpenRequests } from "./open_requests.ts"

/** So many are taken up before the comments are read again. */
export const MAX_REQUESTS = 20

/** The oldest comments on the open pull request that instruct and that nobody answered, at most 20. Rejects with ForgeError. */
export async function readRequests(
  row: PipelineRun,
  { settings, signal }: RunContext,
): Promise<readonly ReviewRequest[]> {
  return (await reviewOf(settings, row, signal)).requests.slice(0, MAX_REQUESTS)
}

/**
 * What people say of a run's pull request and nobody answered yet: `requests` of those who may instruct, `others` of everybody else. Only
 * reads. Without a pull request there is none. Rejects with ForgeError.
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
