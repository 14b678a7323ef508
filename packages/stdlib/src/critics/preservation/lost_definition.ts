import type { Definition } from "../../code/definition.ts"

/** A definition that a touched file had and has no more. */
export interface LostDefinition {
  readonly path: string
  readonly before: string
  readonly definition: Definition
}
