import type { SyntaxNode } from "@proofloop/parsers"
import type { Definition } from "./definition.ts"
import { goDefinitions } from "./go.ts"
import { javaDefinitions } from "./java.ts"
import type { Language } from "./language.ts"
import { pythonDefinitions } from "./python.ts"
import { rustDefinitions } from "./rust.ts"
import { scriptDefinitions } from "./script.ts"

const readers: Readonly<Record<Language, typeof pythonDefinitions>> = {
  python: pythonDefinitions,
  javascript: scriptDefinitions,
  typescript: scriptDefinitions,
  tsx: scriptDefinitions,
  go: goDefinitions,
  rust: rustDefinitions,
  java: javaDefinitions,
}

export function definitionsOf(language: Language, root: SyntaxNode): readonly Definition[] {
  return readers[language](root)
}
