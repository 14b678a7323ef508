import type { Definition } from "../../code/definition.ts"

export interface LostDefinition {
  readonly path: string
  readonly before: string
  readonly definition: Definition
}
