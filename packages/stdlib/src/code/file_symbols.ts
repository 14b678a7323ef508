import type { Definition } from "./definition.ts"
import { definitionsOf } from "./definitions.ts"
import { languageOf } from "./language.ts"
import { prepareReferences, type Reference, referencesIn } from "./references.ts"
import { withTree } from "./tree.ts"

/** Definitions and references of one file, for a set of names. */
export interface FileSymbols {
  readonly definitions: readonly Definition[]
  readonly references: readonly Reference[]
}

/** null: a language whose references are not followed, or it does not parse. */
export async function readSymbols(
  path: string,
  text: string,
  names: ReadonlySet<string>,
): Promise<FileSymbols | null> {
  const language = languageOf(path)
  if (language === null || language === "java") return null
  const Query = await prepareReferences()
  return withTree(language, text, (root, grammar) => {
    const definitions = definitionsOf(language, root).filter(({ name }) => names.has(name))
    const places = new Set(definitions.map(({ offset }) => offset))
    const references = referencesIn(root, { language, grammar, Query }, (name) => names.has(name))
    return { definitions, references: references.filter(({ offset }) => !places.has(offset)) }
  })
}
