import { ForgeError } from "../forge_error.ts"
import type { Ask, GithubQuestion } from "./ask.ts"

const MOST_PAGES = 100

/** Every page of a list, one after the other. Rejects with ForgeError, also after a hundred pages. */
export async function* allPages(
  ask: Ask,
  question: GithubQuestion,
  signal?: AbortSignal,
): AsyncGenerator<unknown> {
  let due = question
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { value, next } = await ask(due, signal)
    yield value
    if (next === null) return
    due = { method: "GET", path: next }
  }
  throw new ForgeError(`${question.path} has more than ${MOST_PAGES} pages`, { retryable: false })
}
