import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import type { Definition } from "../../code/definition.ts"
import { definitions } from "../../code/definitions.ts"
import { isIndexable } from "../../code/language.ts"
import { type Placed, type SymbolIndex, symbolIndex } from "../../code/symbol_index.ts"
import { UnableError } from "../../parsers/unable_error.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"

export interface TouchedCode {
  /** Path relative to the root, with "/". */
  readonly path: string
  /** Its symbols before the change; empty: there was no file. */
  readonly before: readonly Definition[]
  readonly after: readonly Definition[]
  /** null: no file. */
  readonly texts: {
    readonly before: string | null
    readonly after: string
  }
}

/** Touched files that exist after the change and parse on both sides; others are left out. */
export async function touchedCode(change: ChangeSet): Promise<readonly TouchedCode[]> {
  const found: TouchedCode[] = []
  for (const file of change.files) {
    const after = isIndexable(file.path) ? strictText(file.after) : null
    const before = strictText(file.before)
    if (after === null || (before === null && file.before !== null)) continue
    const now = await definitions(file.path, after)
    const old = before === null ? [] : await definitions(file.path, before)
    if (now === null || old === null) continue
    found.push({
      path: file.path,
      before: old.filter(isSymbol),
      after: now.filter(isSymbol),
      texts: { before, after },
    })
  }
  return found
}

/** Whether a definition is public, and of a kind that others call or import by name. */
export function isSymbol(definition: Definition): boolean {
  return definition.public && definition.kind !== "implementation" && definition.kind !== "module"
}

/** Symbols that no touched file had before the change; a moved symbol is not new. */
export function newSymbols(touched: readonly TouchedCode[]): readonly Placed[] {
  const old = new Set(touched.flatMap(({ before }) => before.map(identity)))
  return touched.flatMap(({ path, after }) =>
    after.filter((definition) => !old.has(identity(definition))).map((definition) => ({ path, definition })),
  )
}

/** Two definitions are one symbol when name and kind are the same. */
export function identity({ qualified_name, kind }: Definition): string {
  return `${kind} ${qualified_name}`
}

const indexes = new WeakMap<RepositoryFacts, Promise<SymbolIndex>>()

/** The index of every public symbol in touched files, made once for a repository and its change. */
export function indexFor(facts: RepositoryFacts, touched: readonly TouchedCode[]): Promise<SymbolIndex> {
  const known = indexes.get(facts)
  if (known !== undefined) return known
  const names = new Set(touched.flatMap(({ after }) => after.map(({ name }) => name)))
  const made = symbolIndex(
    facts,
    names,
    touched.map(({ path }) => path),
  )
  indexes.set(facts, made)
  return made
}

/** Throws an UnableError when files were not read, because one of them may hold the caller. */
export function requireWhole({ truncated }: SymbolIndex): void {
  if (truncated) throw new UnableError("the repository has more files than are searched for callers")
}
