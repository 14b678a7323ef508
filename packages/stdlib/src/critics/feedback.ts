import { countCodePoints, cutCodePoints } from "@proofloop/foundation/text"
import type { Critic } from "./critic.ts"
import type { FailVerdict, Violation } from "./verdict.ts"

/** Longest feedback for a model, in code points. */
export const MAX_FEEDBACK = 1500

/** What a model is told of a failed verdict: as many violations as fit, then what to do. At most 1500 characters. */
export function feedbackText(critic: Pick<Critic, "id" | "title" | "advice">, verdict: FailVerdict): string {
  const head = `${critic.id} ${critic.title}:`
  const advice = cutCodePoints(critic.advice, 500)
  const room = MAX_FEEDBACK - countCodePoints(head) - countCodePoints(advice) - 40
  const lines: string[] = []
  let used = 0
  for (const violation of verdict.violations) {
    const line = `- ${cutCodePoints(describe(violation), 400)}`
    if (used + countCodePoints(line) + 1 > room) break
    lines.push(line)
    used += countCodePoints(line) + 1
  }
  const left = verdict.violations.length - lines.length
  return cutCodePoints(
    [head, ...lines, ...(left > 0 ? [`- and ${left} more`] : []), advice].join("\n"),
    MAX_FEEDBACK,
  )
}

function describe({ path, line, column, message }: Violation): string {
  const where = [path, line, line === undefined ? undefined : column].filter((part) => part !== undefined)
  return `${where.join(":")}: ${message}`
}
