import type { OutputParser } from "./parser.ts"

export const vitestParser: OutputParser = {
  name: "vitest",
  recognises: () => false,
  parse: () => null,
}
