import type { Random } from "../simulation/random.ts"
import type { Source, SourceLanguage } from "./source.ts"

/** One file as a model leaves it; null: deleted. */
export interface Edit {
  readonly path: string
  readonly after: string | null
}

/** What a kind may look at beside the file it changes. */
export interface Place {
  readonly random: Random
  /** Every file of the checkout. */
  readonly paths: readonly string[]
  /** What the go.mod at the root names its module. */
  readonly go_module: string | null
}

/** A row of the table of mistakes: how a model gets a file wrong. */
export interface Mistake {
  readonly kind: string
  /** What several kinds have in common, for the table. */
  readonly topic: string
  readonly languages: readonly SourceLanguage[]
  /** Whether it is made in tests, in what tests test, or in either. */
  readonly of: "tests" | "sources" | "any"
  /** null: the file has no place for it. */
  make(source: Source, place: Place): readonly Edit[] | null
}

/** A harmless change: a finding about it is a false alarm. */
export type Harmless = Pick<Mistake, "kind" | "languages" | "make">
