import { strictText } from "@proofloop/foundation/git"
import { pythonProblems } from "../critics/syntax/python_problems.ts"
import type { Definition } from "./definition.ts"
import { languageOf } from "./language.ts"
import { withTree } from "./tree.ts"
import { definitionsOf } from "./tree_definitions.ts"

/** What a file defines, in the order of the text. null: a language we do not read, not UTF-8, or it does not parse. */
export async function definitions(
  path: string,
  content: string | Uint8Array | null,
): Promise<readonly Definition[] | null> {
  const language = languageOf(path)
  const text = typeof content === "string" ? content : strictText(content)
  if (language === null || text === null) return null
  const found = await withTree(language, text, (root) => definitionsOf(language, root))
  if (found === null || language !== "python") return found
  // The tree is tolerant of wrong indentation, Python is not.
  return (await pythonProblems(text, newest_python)).length === 0 ? found : null
}

const newest_python = "3.15"
