import { errorCode } from "@proofloop/foundation/errors"
import { diffBetween, mergeBase } from "@proofloop/foundation/git"
import { cutCodePoints, oneLine, redactSecrets } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import { chatJson, dataBlock } from "@proofloop/stdlib"
import { type Persona, reviewSeverity } from "@proofloop/stdlib/internal/gate"
import { DATA_NOTE, promptLine } from "@proofloop/stdlib/internal/llm"
import * as z from "zod"
import { faultOf, reasonOf } from "../../drive/fault.ts"
import { workOf } from "../../drive/step.ts"
import { reviewersFor, type RunContext } from "../context/context.ts"
import { renderPrompt } from "../prompts.ts"
import { isSwitched, type PipelineRun } from "../run.ts"
import { type DiffPart, diffParts } from "./diff_parts.ts"
import { type ToldFinding, MAX_FINDINGS } from "./merge_findings.ts"
import { type FileDiff, splitDiff } from "./split_diff.ts"

export interface ChangeReading {
  readonly files: readonly FileDiff[]
  readonly told: readonly ToldFinding[]
  readonly readers: number
  readonly answers: number
  readonly unread: readonly string[]
  readonly errors: readonly string[]
}

/** Each is a question to each reader. */
const MAX_PARTS = 8
/** No question is begun later. */
const READ_FOR_MS = 15 * 60_000

/**
 * Each reader reads what the head has and the base branch lacks. An unusable answer is an error, and the other
 * readers go on. An unreachable model is asked no more, and a limit ends it. Rejects with the signal's reason and
 * GitError.
 */
export async function readChange(row: PipelineRun, context: RunContext): Promise<ChangeReading> {
  const { settings, signal, part: inPart } = context
  const { files, unread: not_text } = await changeOf(row, context)
  const parts = diffParts(files)
  const models = reviewersFor(context, row)
  const readers = models.flatMap((model, at) =>
    readersOf({ is_deep: !isSwitched(row, "no_deep_review") }).map((persona) => {
      const id = models.length === 1 ? persona.id : `${model.model_name ?? "model"} ${at + 1}, ${persona.id}`
      return { model, reader: { ...persona, id } }
    }),
  )
  const aims = (row.work.plan?.tasks ?? []).map(({ title }) => title)
  const paths = files.map(({ path }) => path)
  const now = async () => inPart("time", async () => settings.now())
  const until = (await now()) + READ_FOR_MS
  const told: ToldFinding[] = []
  const errors: string[] = []
  const unread = new Set<DiffPart>(parts.slice(MAX_PARTS))
  let answers = 0
  const over = new Set<Model>()
  for (const part of parts.slice(0, MAX_PARTS)) {
    for (const { model, reader } of readers) {
      if (over.has(model) || over.size === models.length || (await now()) > until) {
        unread.add(part)
        continue
      }
      try {
        told.push(...(await askReader(model, { reader, part, aims, files: paths }, { ...settings, signal })))
        answers += 1
      } catch (error) {
        signal.throwIfAborted()
        errors.push(`${reader.id}: ${reasonOf(error)}`)
        unread.add(part)
        // Other readers of this model would fail as well; at the limit no model can be asked.
        if (faultOf(error) !== null) over.add(model)
        if (errorCode(error) === "spent") for (const one of models) over.add(one)
      }
    }
  }
  const not_read = [...not_text, ...[...unread].flatMap((part) => part.paths)]
  return { files, told, readers: readers.length, answers, unread: [...new Set(not_read)], errors }
}

/** Commits that the base branch gained meanwhile are not part of the change. */
async function changeOf(row: PipelineRun, { settings: { root } }: RunContext) {
  const { head, base_commit } = workOf(row, "head", "base_commit")
  const base = (await mergeBase(root, row.work.base_head ?? base_commit, head)) ?? base_commit
  return splitDiff(await diffBetween(root, base, head))
}

/** The readers of a pull request, each with different questions. */
const READERS: readonly Persona[] = [
  {
    id: "correctness",
    view:
      "Does it do what it is meant to? Look for wrong results, inputs that nobody handles, lost error handling, " +
      "things that are left half done, and what happens twice, late or not at all.",
  },
  {
    id: "contract",
    view:
      "What breaks for those who call it or rely on it? Look for signatures, defaults, formats and messages that change " +
      "without need, callers that were left behind, and documentation that is not true any more.",
  },
  {
    id: "tests_and_security",
    view:
      "What would a test not notice, and what would an attacker? Look for tests that no longer test anything, behaviour " +
      "without one, secrets, paths, commands and queries made of foreign text, and permissions that grew.",
  },
]

const ALONE: Persona = { id: "reviewer", view: READERS.map(({ view }) => view).join("\n") }

/** Three readers, or one who asks all of it. */
function readersOf({ is_deep }: { readonly is_deep: boolean }): readonly Persona[] {
  return is_deep ? READERS : [ALONE]
}

const MAX_SUMMARY = 300

const summary = z
  .string()
  .transform((text) => cutCodePoints(oneLine(redactSecrets(text.slice(0, 10 * MAX_SUMMARY))), MAX_SUMMARY))
  .pipe(z.string().min(1))

const replySchema = z.object({
  findings: z
    .array(
      z.object({
        // An unknown word for the severity must not hide a finding.
        severity: reviewSeverity.catch("minor"),
        summary,
        path: z.string().trim().min(1).max(4096).nullish().catch(null),
        line: z.int().min(1).nullish().catch(null),
      }),
    )
    .transform((all) => all.slice(0, MAX_FINDINGS)),
})

/** One reader's findings in one part of a diff. Rejects as `chatJson` does. */
async function askReader(
  model: Model,
  {
    reader,
    part,
    aims,
    files,
  }: {
    readonly reader: Persona
    readonly part: DiffPart
    readonly aims: readonly string[]
    readonly files: readonly string[]
  },
  { prompt_dir, signal }: { readonly prompt_dir?: string | undefined; readonly signal: AbortSignal },
): Promise<readonly ToldFinding[]> {
  const prompt = await renderPrompt(
    "self_review",
    {
      questions: reader.view,
      data_note: DATA_NOTE,
      aims: aims.map((aim) => `- ${promptLine(aim)}`).join("\n") || "(not told)",
      files: dataBlock(shown(files)),
      diff: dataBlock(part.text),
    },
    { prompt_dir },
  )
  const messages = [{ role: "user", content: prompt }] as const
  const { findings } = await chatJson(model, { messages, schema: replySchema, role: "reviewer", signal })
  return findings.map(({ path = null, line = null, ...rest }) => ({ ...rest, path, line, reader: reader.id }))
}

const MAX_FILES = 200

function shown(files: readonly string[]): string {
  const more = files.length > MAX_FILES ? [`and ${files.length - MAX_FILES} more`] : []
  return [...files.slice(0, MAX_FILES).map((path) => promptLine(path)), ...more].join("\n")
}
