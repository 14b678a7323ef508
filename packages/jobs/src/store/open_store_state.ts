import type { Connection } from "./connection.ts"
import type { Holder } from "./holder.ts"
import type { JobKind } from "./store.ts"

/** What the methods of one open store work with. */
export interface OpenStore {
  readonly kind: JobKind
  readonly connection: Connection
  readonly holder: Holder
  /** Rows this store has claimed and not released, even if others took the claims over since. */
  readonly held: Set<string>
  readonly now: () => number
  readonly timestamp: () => string
}
