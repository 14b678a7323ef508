import { strictText } from "@proofloop/foundation/git"
import { fileBlock, promptLine } from "../../prompts/data_block.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"

export interface FileCaps {
  /** How many of the hinted files are shown. Default 3. */
  readonly max_files?: number | undefined
  /** How many characters of each. Default 24 000: a model must see the whole file to return the whole file. */
  readonly max_file_characters?: number | undefined
}

const MAX_FILES = 3
const MAX_FILE_CHARACTERS = 24_000

/** The hinted files as they are now. A cut file says so, and must not be written whole. */
export async function currentFiles(
  hints: readonly string[],
  facts: RepositoryFacts,
  { max_files = MAX_FILES, max_file_characters = MAX_FILE_CHARACTERS }: FileCaps = {},
): Promise<string> {
  const blocks = await Promise.all(
    hints.slice(0, max_files).map((path) => describeFile(path, facts, max_file_characters)),
  )
  const left = hints.slice(max_files).map((path) => promptLine(path))
  const more = left.length === 0 ? [] : [`Not shown, so not to be rewritten: ${left.join(", ")}`]
  return ["## CURRENT FILES", ...(blocks.length === 0 ? ["(none listed)"] : blocks), ...more].join("\n\n")
}

async function describeFile(path: string, facts: RepositoryFacts, most: number): Promise<string> {
  const bytes = await facts.read(path)
  const head = `### ${promptLine(path)}`
  if (bytes === null) return `${head}\n(there is no such file yet)`
  const text = strictText(bytes)
  if (text === null) return `${head}\n(not text, not shown: do not rewrite it)`
  const shown = firstCodePoints(text, most)
  const is_cut = shown.length < text.length
  const block = fileBlock(is_cut ? `${shown}\n[cut: the rest of this file is not shown]` : text)
  const reasons = [
    ...(is_cut ? [`This file is CUT after ${most} characters.`] : []),
    ...(block.has_secrets ? ["A secret in this file is shown as [redacted]."] : []),
  ]
  if (reasons.length === 0) return `${head}\n${block.text}`
  return `${head}
${block.text}
${reasons.join(" ")} You have not seen all of it, so do NOT return it whole: what you leave out would be deleted. Do the task in another listed file, or return no patch for this one.`
}

function firstCodePoints(text: string, most: number): string {
  let end = 0
  for (let count = 0; count < most && end < text.length; count += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return text.slice(0, end)
}
