import type { OutputParser } from "./parser.ts"

export const nodeTestParser: OutputParser = {
  name: "node_test",
  recognises: () => false,
  parse: () => null,
}
