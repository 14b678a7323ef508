import { isUnable } from "../parsers/unable_error.ts"
import type { Definition } from "./definition.ts"
import { languageOf } from "./language.ts"
import type { Reference } from "./reference.ts"
import { referencesIn } from "./references.ts"
import { withTree } from "./tree.ts"
import { definitionsOf } from "./tree_definitions.ts"

export interface FileSymbols {
  readonly definitions: readonly Definition[]
  readonly references: readonly Reference[]
}

/** Where a file has the `wanted` names. null: an unsupported language, or it cannot be read. */
export async function readSymbols(
  path: string,
  text: string,
  wanted: (name: string) => boolean,
): Promise<FileSymbols | null> {
  const language = languageOf(path)
  if (language === null) return null
  const reading = withTree(language, text, (root, captures) => {
    const definitions = definitionsOf(language, root).filter(({ name }) => wanted(name))
    const places = new Set(definitions.map(({ offset }) => offset))
    const references = referencesIn(language, captures, wanted)
    return { definitions, references: references.filter(({ offset }) => !places.has(offset)) }
  })
  return reading.catch((error: unknown) => {
    if (isUnable(error)) return null
    throw error
  })
}
