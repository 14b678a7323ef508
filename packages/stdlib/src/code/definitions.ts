import type { Node } from "web-tree-sitter"
import { pythonProblems } from "../critics/syntax/python_problems.ts"
import { strictText } from "../workspace/change_set.ts"
import type { Definition } from "./definition.ts"
import { goDefinitions } from "./go.ts"
import { javaDefinitions } from "./java.ts"
import { type Language, languageOf } from "./language.ts"
import { pythonDefinitions } from "./python.ts"
import { rustDefinitions } from "./rust.ts"
import { scriptDefinitions } from "./script.ts"
import { withTree } from "./tree.ts"

const readers: Readonly<Record<Language, typeof pythonDefinitions>> = {
  python: pythonDefinitions,
  javascript: scriptDefinitions,
  typescript: scriptDefinitions,
  tsx: scriptDefinitions,
  go: goDefinitions,
  rust: rustDefinitions,
  java: javaDefinitions,
}

export function definitionsOf(language: Language, root: Node): readonly Definition[] {
  return readers[language](root)
}

/** What a file defines, in the order of the text. null: a language we do not read, not UTF-8, or it does not parse. */
export async function definitions(
  path: string,
  content: string | Uint8Array | null,
): Promise<readonly Definition[] | null> {
  const language = languageOf(path)
  const text = typeof content === "string" ? content : strictText(content)
  if (language === null || text === null) return null
  const found = await withTree(language, text, readers[language])
  if (found === null || language !== "python") return found
  // The tree is tolerant of wrong indentation, Python is not.
  return (await pythonProblems(text, newest_python)).length === 0 ? found : null
}

const newest_python = "3.15"
