import Module from "node:module"
import { installedFile } from "@proofloop/foundation/files"
import type * as Jsonc from "jsonc-parser"

/** jsonc-parser, whose own files no bundler finds. */
export function jsonc(): typeof Jsonc {
  const file = installedFile("jsonc-parser", import.meta.url)
  const loaded: unknown = Module.createRequire(file)(file)
  return loaded as typeof Jsonc
}
