import { takeRoom } from "@proofloop/foundation/text"
import type { Message } from "@proofloop/runtime"
import { dataBlock, DATA_NOTE, promptLine } from "../../prompts/data_block.ts"
import { diffBlock } from "../prompts.ts"
import type { SuppliedFile } from "./evidence.ts"
import type { QaAnswer, QaQuestion } from "./reply.ts"

/** Limits of the two models' prompts, in characters. */
const MAX_QA_DIFF = 6000
export const MAX_QA_FILES = 8
const MAX_FILE = 2500
const MAX_ALL_FILES = 6000

export interface QaMaterial {
  /** The purpose of the change: the title of the run's first task. */
  readonly title: string
  readonly diff: string
  readonly files: readonly SuppliedFile[]
}

export function questionerMessages({ title, diff }: QaMaterial): readonly Message[] {
  return [
    {
      role: "system",
      content: `You ask the author of a change three questions, each of which the change could fail. Ask about this change and no other; a question that any change answers with yes is wasted.

${DATA_NOTE}`,
    },
    {
      role: "user",
      content: `The change is meant to: ${promptLine(title)}

${diffBlock(diff, MAX_QA_DIFF)}

Q1_evidence: which line shows that it does what it is meant to do?
Q2_edge: which input or state would it handle wrongly?
Q3_scope: what does it touch, or leave out, that the task does not say?

Word each of the three for this change, 10 to 500 characters. Answer with one JSON object and nothing else:
{"questions": [{"id": "Q1_evidence", "question": "..."}, {"id": "Q2_edge", "question": "..."}, {"id": "Q3_scope", "question": "..."}]}`,
    },
  ]
}

export function defenderMessages(material: QaMaterial, questions: readonly QaQuestion[]): readonly Message[] {
  return [
    { role: "system", content: DEFENDER },
    {
      role: "user",
      content: `${defenderMaterial(material)}

The questions:
${dataBlock(questions.map(({ id, question }) => `${id}: ${promptLine(question, 500)}`).join("\n"))}

${ANSWER_SHAPE}`,
    },
  ]
}

/** The second call: some answers said "handled" without evidence. */
export function roundTripMessages(
  material: QaMaterial,
  questions: readonly QaQuestion[],
  answers: readonly QaAnswer[],
): readonly Message[] {
  const given = answers.map(
    ({ id, verdict, rationale }) => `${id}: ${verdict}. ${promptLine(rationale, 400)}`,
  )
  return [
    ...defenderMessages(material, questions),
    {
      role: "user",
      content: `Your answers were checked. Where you said "handled", the line you named does not show it, so it counts as a gap:
${dataBlock(given.join("\n"))}

Answer all three again. Close each gap with a patch in revised_patches, or say that it stays open; repeating the claim closes nothing.

${ANSWER_SHAPE}`,
    },
  ]
}

const DEFENDER = `You answer for a change you made, to someone who will check every word. You are not asked to defend it: do not agree to please, and do not claim to please. Saying "gap" where there is one is the best answer there is, "handled" without a line that shows it counts as a gap, and "uncertain" is right when the files do not tell.

${DATA_NOTE}`

const ANSWER_SHAPE = `verdict: handled, gap or uncertain. evidence_loc: for "handled" exactly one line of a file above as path.ext:line, no range; else null. rationale: 1 to 400 characters. revised_patches: whole files that close a gap, with at most 15 added lines in all, or an empty list; no build manifests.

Answer with one JSON object and nothing else:
{"answers": [{"id": "Q1_evidence", "verdict": "handled", "evidence_loc": "src/a.py:12", "rationale": "..."}, {"id": "Q2_edge", ...}, {"id": "Q3_scope", ...}], "revised_patches": [{"action": "modify", "path": "src/a.py", "content": "the whole file"}]}`

function defenderMaterial({ title, diff, files }: QaMaterial): string {
  const blocks: string[] = []
  let left = MAX_ALL_FILES
  for (const { path, text } of files.slice(0, MAX_QA_FILES)) {
    const taken = takeRoom(text, MAX_FILE, left)
    if (taken.text === "") break
    left = taken.left
    blocks.push(`### ${promptLine(path)}\n${dataBlock(taken.text)}`)
  }
  return `The change is meant to: ${promptLine(title)}

${diffBlock(diff, MAX_QA_DIFF)}

The changed files as they are now:
${blocks.length === 0 ? "(none)" : blocks.join("\n\n")}`
}
