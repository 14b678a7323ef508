import { strictText } from "@proofloop/foundation/git"
import { denylistSummary } from "@proofloop/foundation/paths"
import { cutCodePoints } from "@proofloop/foundation/text"
import { dataBlock } from "@proofloop/stdlib"
import { workTreeFacts } from "@proofloop/stdlib/critics"
import { DATA_NOTE, promptLine } from "@proofloop/stdlib/internal/llm"
import type { ReviewThread } from "../../forge/reviews.ts"
import type { CheckRun } from "../check/run_check.ts"
import { renderPrompt } from "../prompts.ts"
import type { PipelineRun, ReviewRequest } from "../run.ts"
import type { Place } from "../tree/place.ts"
import { shownFiles } from "../work/shown_files.ts"

/** Lines before and behind the one that a comment is about. */
const AROUND = 15
const MAX_HINTS = 20
const MAX_CONVERSATION = 20

/** A request for the model: its words, its place, and the other comments there, all as data. */
export async function requestPrompt(
  request: ReviewRequest,
  {
    place,
    row,
    thread,
    before,
    prompt_dir,
  }: {
    readonly place: Place
    readonly row: PipelineRun
    /** As it is now; null for a comment on the whole pull request. */
    readonly thread: ReviewThread | null
    readonly before: CheckRun | null
    readonly prompt_dir?: string | undefined
  },
): Promise<string> {
  const facts = workTreeFacts(place.root, { files: [] })
  const changed = (row.work.outcomes ?? []).flatMap(({ files }) => files)
  const hints = [...new Set([...(request.path === null ? [] : [request.path]), ...changed])]
  return renderPrompt(
    "integrate",
    {
      author: promptLine(request.author, 40),
      data_note: DATA_NOTE,
      request: dataBlock(request.body),
      place: await placeText(request, thread, facts),
      conversation: conversationOf(thread),
      files: await shownFiles(hints.slice(0, MAX_HINTS), request.body, facts),
      forbidden: denylistSummary(),
      check:
        before === null
          ? "The repository has no check of its own."
          : `The repository's check is \`${promptLine(before.command)}\`; it is run when you say that you are done, and must be no worse than before.`,
    },
    { prompt_dir },
  )
}

async function placeText(
  { path, line: read_at }: ReviewRequest,
  thread: ReviewThread | null,
  facts: Pick<ReturnType<typeof workTreeFacts>, "read">,
): Promise<string> {
  if (path === null) return "The comment is about the whole pull request."
  const line = thread?.line ?? null
  const text = strictText(await facts.read(path))
  if (line === null || text === null) {
    const was = read_at === null ? "" : `, which was line ${read_at} when the comment was read,`
    return `The comment is about ${promptLine(path)}; the place${was} is not there any more.`
  }
  const first = Math.max(1, line - AROUND)
  const shown = text.split("\n").slice(first - 1, line + AROUND)
  const numbered = shown.map((one, index) => `${String(first + index).padStart(6)} ${one.slice(0, 2000)}`)
  return `The comment is about ${promptLine(path)}, line ${line} (the numbers are not part of the file):\n\n${dataBlock(numbered.join("\n"))}`
}

/** Each in a separate fence: no comment can pretend to be somebody else's. */
function conversationOf(thread: ReviewThread | null): string {
  const said = (thread?.comments ?? []).slice(-MAX_CONVERSATION)
  const shown = said.map(
    ({ author, body }) => `${promptLine(author, 40)} wrote:\n${dataBlock(cutCodePoints(body, 2000))}`,
  )
  return shown.join("\n\n") || "(nothing)"
}
