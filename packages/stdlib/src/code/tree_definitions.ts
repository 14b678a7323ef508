import type { SyntaxNode } from "@proofloop/parsers"
import type { Definition } from "./definition.ts"
import { goDefinitions } from "./go.ts"
import { javaDefinitions } from "./java.ts"
import { isOfTable, type Language, type TableLanguage } from "./language.ts"
import { pythonDefinitions } from "./python.ts"
import { rustDefinitions } from "./rust.ts"
import { scriptDefinitions } from "./script.ts"
import { tableDefinitions } from "./table_definitions.ts"
import { tables } from "./tables/tables.ts"

const readers: Readonly<Record<Exclude<Language, TableLanguage>, typeof pythonDefinitions>> = {
  python: pythonDefinitions,
  javascript: scriptDefinitions,
  typescript: scriptDefinitions,
  tsx: scriptDefinitions,
  go: goDefinitions,
  rust: rustDefinitions,
  java: javaDefinitions,
}

export function definitionsOf(language: Language, root: SyntaxNode): readonly Definition[] {
  return isOfTable(language) ? tableDefinitions(root, tables[language]) : readers[language](root)
}
