import {
  fingerprintBlock,
  plannerPrompt,
  plannerRules,
  priorRunsBlock,
  retryBlock,
  scopeBoundaries,
  thinkingRequest,
  thinkingSwitches,
  withoutThinking,
  workerPrompt,
} from "@proofloop/stdlib"
import type { Metric } from "@proofloop/stdlib"
import type { RepositoryFacts } from "@proofloop/stdlib/critics"
import { computeFingerprint, type Fingerprint, memoryFacts } from "@proofloop/stdlib/internal/critics"
import type { RetryFeedback } from "@proofloop/stdlib/internal/llm"
import type { PriorRun } from "@proofloop/stdlib/internal/planning"
import type { Subject } from "./subject.ts"

interface Input {
  readonly ask: keyof typeof questions
  readonly files?: Readonly<Record<string, string>>
  readonly hints?: readonly string[]
  readonly title?: string
  readonly description?: string
  readonly retry?: RetryFeedback
  readonly compile_fix_mode?: boolean
  readonly max_file_characters?: number
  /** Default: computed from the files. null: not known. */
  readonly fingerprint?: Fingerprint | null
  readonly prior_runs?: readonly PriorRun[]
  readonly most?: number
  readonly metrics?: readonly Metric[]
  readonly model?: string
  readonly env?: Readonly<Record<string, string>>
  readonly role?: string
  readonly system?: string
  readonly user?: string
}

const questions = {
  scope_boundaries: ({ hints = [] }: Input) => ({ text: scopeBoundaries(hints) }),
  async worker(input: Input) {
    const { hints = [], title = "Repair it", description = "", ...options } = input
    const subtask = { title, description, file_hints: hints, action: "modify" as const }
    return told(
      await workerPrompt(subtask, { ...options, repository: "me/app", facts: await factsOf(input) }),
    )
  },
  retry: ({ retry = { rejected_by: "", feedback: "" } }: Input) => ({ text: retryBlock(retry) }),
  async planner(input: Input) {
    const { metrics = [], prior_runs } = input
    const facts = await factsOf(input)
    return told(await plannerPrompt({ repository: "me/app", report: { metrics }, facts, prior_runs }))
  },
  rules: ({ metrics = [] }: Input) => ({ text: plannerRules({ metrics }) }),
  fingerprint: async (input: Input) => ({
    text: fingerprintBlock(await (await factsOf(input)).fingerprint()),
  }),
  prior_runs: ({ prior_runs = [], most }: Input) => ({ text: priorRunsBlock(prior_runs, most) }),
  /** Switched once and again, with the request's fields. */
  thinking({ model = "", env = {}, role, system = "You plan.", user = "Plan." }: Input) {
    const switches = thinkingSwitches(env, role)
    const messages = [
      { role: "system" as const, content: system },
      { role: "user" as const, content: user },
    ]
    const once = withoutThinking(messages, model, switches)
    const contents = once.map(({ content }) => content)
    const again = withoutThinking(once, model, switches).map(({ content }) => content)
    return { contents, again, request: thinkingRequest(model, switches) }
  },
}

/** Prompts: of the worker, the planner, and the means to keep a model from thinking aloud. */
export const prompt: Subject = {
  name: "prompt",
  answer(given) {
    const input = given as unknown as Input
    return questions[input.ask](input)
  },
}

async function factsOf({ files = {}, fingerprint }: Input): Promise<RepositoryFacts> {
  const computed = fingerprint === undefined ? await computeFingerprint(memoryFacts(files)) : fingerprint
  return memoryFacts(files, undefined, { fingerprint: computed })
}

function told(messages: ReadonlyArray<{ readonly role: string; readonly content: string }>) {
  const user = messages.findLast(({ role }) => role === "user")?.content ?? ""
  return { system: messages[0]?.content, user, sections: sectionsOf(user) }
}

/** Headings outside every fence, as a reader of Markdown sees them. */
function sectionsOf(text: string): readonly string[] {
  const found: string[] = []
  let fence = ""
  for (const line of text.split("\n")) {
    const ticks = /^\s{0,3}(`{3,64})\w{0,16}$/.exec(line)?.[1]
    if (fence === "" && ticks !== undefined) fence = ticks
    else if (ticks !== undefined && ticks.length >= fence.length) fence = ""
    else if (fence === "" && line.startsWith("## ")) found.push(line.slice(3))
  }
  return found
}
