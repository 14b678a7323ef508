import type { Definition } from "../../code/definition.ts"

/** A definition that a touched file had and now lacks. */
export interface LostDefinition {
  readonly path: string
  readonly before: string
  readonly definition: Definition
}
