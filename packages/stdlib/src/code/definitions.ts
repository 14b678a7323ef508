import { strictText } from "@proofloop/foundation/git"
import { loadParsers } from "../parsers/load_parsers.ts"
import type { Definition } from "./definition.ts"
import { definitionReader } from "./definition_reader.ts"
import { languageOf } from "./language.ts"
import { readText } from "./readings.ts"

/** The definitions of a file, in the order of the text, read once. null: unsupported language, not UTF-8, or a syntax error. */
export async function definitions(
  path: string,
  content: string | Uint8Array | null,
): Promise<readonly Definition[] | null> {
  const language = languageOf(path)
  const text = typeof content === "string" ? content : strictText(content)
  if (language === null || text === null) return null
  const found = await readText(definitionReader, language, text)
  if (found === null || language !== "python") return found
  // The grammar accepts wrong indentation; Python does not. The same text is read once.
  const { pythonProblems } = await loadParsers()
  return (await pythonProblems(text, NEWEST_PYTHON)).length === 0 ? found : null
}

const NEWEST_PYTHON = "3.15"
