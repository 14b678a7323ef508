import type { ChangeSet } from "@proofloop/foundation/git"
import type { RepositoryFacts } from "../../../repository/facts.ts"

export interface Import {
  /** "./a", "os.path", "std::fs", "java.util.List". */
  readonly module: string
  /** The names it takes from the module; empty when it takes all, or the module itself. */
  readonly names: readonly string[]
  /** From 1. */
  readonly line: number
}

export interface ImportSite {
  readonly path: string
  /** The text after the change, and before it. */
  readonly text: string
  readonly before: string
  readonly change: ChangeSet
  readonly facts: RepositoryFacts
}

export interface ImportReader {
  read(text: string): readonly Import[]
  /** The problem of an import; null: it leads somewhere, or nothing can be said. */
  faultOf(one: Import, site: ImportSite): Promise<string | null>
}
