import { cutCodePoints, oneLine, redactSecrets } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import { type Persona, reviewSeverity } from "@proofloop/stdlib/gate"
import { chatJson, dataBlock, DATA_NOTE, promptLine } from "@proofloop/stdlib/llm"
import * as z from "zod"
import { renderPrompt } from "../prompts.ts"
import type { DiffPart } from "./diff_parts.ts"
import { MAX_FINDINGS, type ToldFinding } from "./merge_findings.ts"

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
export async function askReader(
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
