import { DATA_NOTE, promptLine } from "@proofloop/stdlib/internal/llm"
import type { Brief, BriefInputKind } from "../brief/brief.ts"
import { verifierBlock } from "./block.ts"
import { lensQuestion } from "./lenses.ts"
import { renderPrompt } from "./render_prompt.ts"
import type { VerifierOptions } from "./verifiers.ts"

export interface VerifierPrompt {
  readonly system: string
  readonly task: string
}

const TITLES: Readonly<Record<BriefInputKind, string>> = {
  contract: "Contract: what is promised, as it was before the change",
  tests: "Tests, as they were before the change",
  conventions: "Conventions of the project, as they were before the change",
  diff: "The change, as a unified diff",
}

/** Everything a verifier is told: the prompt files and the brief. There is no parameter for anything else. */
export async function verifierPrompt(
  lens: string,
  brief: Brief,
  { lenses, prompt_dir }: Pick<VerifierOptions, "lenses" | "prompt_dir">,
): Promise<VerifierPrompt> {
  const question = await lensQuestion(lens, lenses, prompt_dir)
  const system = await renderPrompt("verifier", { lens, question, data_note: DATA_NOTE }, { prompt_dir })
  const asked = `Verify this change through the lens ${lens}. Try to refute it, then call submit_verdict once.`
  return { system, task: `${asked}\n\n${briefText(brief)}` }
}

export function briefText(brief: Brief): string {
  const sections = (["contract", "tests", "conventions", "diff"] as const).flatMap((kind) => {
    const inputs = brief.inputs.filter((input) => input.kind === kind)
    if (inputs.length === 0) return kind === "conventions" ? [] : [`## ${TITLES[kind]}\n\n(none)`]
    const blocks = inputs.map(({ path, text }) =>
      kind === "diff" ? verifierBlock(text) : `### ${promptLine(path)}\n\n${verifierBlock(text)}`,
    )
    return [`## ${TITLES[kind]}\n\n${blocks.join("\n\n")}`]
  })
  return [
    `Files of the change:\n\n${verifierBlock(brief.changed_paths.join("\n"))}`,
    ...listed(
      "The change edits or removes these files of its own contract and tests:",
      brief.changed_contract,
    ),
    ...listed("Of these the diff shows no content; read them, or call it a risk:", brief.opaque_paths),
    ...sections,
  ].join("\n\n")
}

function listed(title: string, paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? [] : [`${title}\n\n${verifierBlock(paths.join("\n"))}`]
}
