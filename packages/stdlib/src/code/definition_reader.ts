import type { Definition } from "./definition.ts"
import { definitionsOf } from "./tree_definitions.ts"
import type { TreeReader } from "./tree_reader.ts"

export const definitionReader: TreeReader<readonly Definition[]> = {
  name: "definitions",
  read: ({ language, root }) => definitionsOf(language, root),
  expects: () => true,
}
