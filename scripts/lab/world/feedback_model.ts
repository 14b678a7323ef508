import {
  type LoopbackModelServer,
  type ScriptedStep,
  startLoopbackModelServer,
} from "@proofloop/runtime/testing"
import type { FeedbackScenario } from "./scenario.ts"

/**
 * Serves a scenario's replies at a loopback address. The first question for a test is not answered in time: `on_test` is called
 * in its place, when the fix is made and nothing else is.
 */
export function serveReplies(scenario: FeedbackScenario, on_test: () => void): Promise<LoopbackModelServer> {
  let asked_for_test = false
  return startLoopbackModelServer({
    script: (request) => {
      const asked = JSON.stringify(request.body)
      if (asked.includes("Write the regression test") && !asked_for_test) {
        asked_for_test = true
        on_test()
        return { text: "", delay_ms: 60_000 }
      }
      return replyTo(asked, scenario.replies)
    },
  })
}

/** What a model with these replies answers to a request, which is known by the words of its prompt. */
function replyTo(asked: string, replies: FeedbackScenario["replies"]): ScriptedStep {
  if (asked.includes("submit_verdict")) return passOf(replies)
  const json = (reply: object) => ({ text: JSON.stringify(reply) })
  if (asked.includes("Plan the fix of one piece")) return json(replies.plan)
  if (asked.includes("Make the fix of one piece")) return json({ edits: replies.edits })
  if (asked.includes("Write the regression test")) return json(replies.test)
  return json(replies.triage)
}

function passOf({ edits, test }: FeedbackScenario["replies"]): ScriptedStep {
  const evidence = `${edits.map(({ path }) => `${path}:1`).join(", ")} does what was asked, and ${test.path}:1 asserts it.`
  const refutation = "Looked for callers that relied on the old behaviour."
  return { tool_calls: [{ name: "submit_verdict", arguments: { verdict: "pass", evidence, refutation } }] }
}
