import { cutMiddle } from "@proofloop/foundation/text"
import type { Message } from "@proofloop/runtime"
import { dataBlock, DATA_NOTE, fileBlock, promptLine } from "../prompts/data_block.ts"
import { AXIOMS, type ReviewFinding } from "./finding.ts"
import type { Persona } from "./personas.ts"

/** Longest diff a reviewer is shown, in characters. */
const MAX_DIFF = 40_000

const RANKS =
  "severity: blocker (must not be merged), major (has to be fixed), minor, nit. Report only what the diff shows; an empty list is a good answer."

export function panelMessages(persona: Persona, title: string, diff: string): readonly Message[] {
  return [
    {
      role: "system",
      content: `You review one change to a repository. ${persona.view}\n\n${DATA_NOTE}`,
    },
    {
      role: "user",
      content: `The change is meant to: ${promptLine(title)}

${diffBlock(diff)}

Answer with one JSON object and nothing else:
{"findings": [{"severity": "major", "summary": "one sentence", "category": "one word", "file": "path or null", "line": 12}]}
${RANKS}`,
    },
  ]
}

export function devilMessages(title: string, diff: string): readonly Message[] {
  return [
    {
      role: "system",
      content: `You are asked to refuse this change, and to find the reason why. You win nothing by politeness and nothing by inventing: a reason that the diff does not show counts against you.

Each finding carries the mark of what it breaks: ${AXIOMS[0]} it claims or uses something the repository does not have; ${AXIOMS[1]} it breaks who calls or relies on it; ${AXIOMS[2]} it is careless output (leftovers, duplicated or mangled text, formatting that fell apart); ${AXIOMS[3]} it changes much and achieves little, or not what was asked.

${DATA_NOTE}`,
    },
    {
      role: "user",
      content: `The whole run was meant to: ${promptLine(title)}

${diffBlock(diff)}

Answer with one JSON object and nothing else:
{"findings": [{"severity": "blocker", "summary": "one sentence", "category": "one word", "file": "path or null", "line": 12, "axiom": "${AXIOMS[1]}"}]}
${RANKS}`,
    },
  ]
}

/** Longest part of one flagged file in the refiner's prompt. */
const MAX_REFINED_FILE = 12_000

export function refinerMessages(
  findings: readonly ReviewFinding[],
  files: ReadonlyArray<{ readonly path: string; readonly text: string }>,
): readonly Message[] {
  const shown = files.map(({ path, text }) => `### ${promptLine(path)}\n${refinedFile(text)}`)
  return [
    {
      role: "system",
      content: `You repair a change that a reviewer refused. You have one turn; what you send is tested by the same checks as the change itself, and taken back whole if one of them fails.

${DATA_NOTE}`,
    },
    {
      role: "user",
      content: `What the reviewer found:
${findingsBlock(findings)}

The files as they are now:
${shown.length === 0 ? "(none)" : shown.join("\n\n")}

Repair what was found and nothing else. Send each file you change whole; Change no build manifest. If there is nothing to repair, send no patches.

Answer with one JSON object and nothing else:
{"patches": [{"action": "modify", "path": "src/a.py", "content": "the whole file"}], "commit_message": "fix: ..."}`,
    },
  ]
}

function refinedFile(content: string): string {
  const shown = cutMiddle(content, MAX_REFINED_FILE)
  const { text, has_secrets } = fileBlock(shown)
  return shown === content && !has_secrets ? text : `${text}\nNot shown in full: do not send this file.`
}

export function metaMessages(
  findings: readonly ReviewFinding[],
  before: string,
  refinement: string,
): readonly Message[] {
  return [
    {
      role: "system",
      content: `You decide between two versions of a change: v0 as it was, v1 with a repair on top. v1 wins only if the repair removes what was found and breaks nothing that v0 got right. When you cannot tell them apart, it is a tie.

${DATA_NOTE}`,
    },
    {
      role: "user",
      content: `What was found in v0:
${findingsBlock(findings)}

v0, the change:
${dataBlock(cutMiddle(before, MAX_DIFF))}

The repair that makes v1 of it:
${dataBlock(cutMiddle(refinement, MAX_DIFF))}

Answer with one JSON object and nothing else:
{"winner": "v0" | "v1" | "tie", "rationale": "one sentence"}`,
    },
  ]
}

export function diffBlock(diff: string, most = MAX_DIFF): string {
  return `The diff:\n${dataBlock(cutMiddle(diff, most))}`
}

function findingsBlock(findings: readonly ReviewFinding[]): string {
  const lines = findings.map(({ severity, summary, file, line, axiom }) => {
    const where = file === null ? "" : ` ${file}${line === null ? "" : `:${line}`}`
    return `- [${severity}${axiom === null ? "" : ` ${axiom}`}]${where}: ${promptLine(summary, 600)}`
  })
  return dataBlock(lines.join("\n"))
}
