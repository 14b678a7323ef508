import { createHash } from "node:crypto"
import { strictText } from "@proofloop/foundation/git"
import { loadParsers } from "../parsers/load_parsers.ts"
import type { Definition } from "./definition.ts"
import { type Language, languageOf } from "./language.ts"
import { withTree } from "./tree.ts"
import { definitionsOf } from "./tree_definitions.ts"

/**
 * The definitions of a file, in the order of the text; the same text is read once. null: an unsupported language, not
 * UTF-8, or it does not parse.
 */
export async function definitions(
  path: string,
  content: string | Uint8Array | null,
): Promise<readonly Definition[] | null> {
  const language = languageOf(path)
  const text = typeof content === "string" ? content : strictText(content)
  if (language === null || text === null) return null
  const key = createHash("sha256").update(text).update(language).digest("base64")
  const known = readings.get(key)
  if (known !== undefined) return known
  const reading = read(language, text)
  readings.set(key, reading)
  reading.catch(() => readings.delete(key))
  for (const oldest of readings.keys()) {
    if (readings.size <= MOST_READINGS) break
    readings.delete(oldest)
  }
  return reading
}

/** By the digest of text and language. A change of a thousand files has two for each. */
const readings = new Map<string, Promise<readonly Definition[] | null>>()
const MOST_READINGS = 3000

async function read(language: Language, text: string): Promise<readonly Definition[] | null> {
  const found = await withTree(language, text, (root) => definitionsOf(language, root))
  if (found === null || language !== "python") return found
  // The grammar accepts wrong indentation; Python does not.
  const { pythonProblems } = await loadParsers()
  return (await pythonProblems(text, NEWEST_PYTHON)).length === 0 ? found : null
}

const NEWEST_PYTHON = "3.15"
