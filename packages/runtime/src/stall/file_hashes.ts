import { fieldNames, readField } from "../evidence/read_field.ts"
import type { ToolResult } from "../protocol/tool.ts"
import { boundedText } from "./calls.ts"
import { BOUNDS } from "./state.ts"

/** Digests of touched files, as pairs that cannot grow the state. */
export function fileHashes(result: ToolResult): readonly (readonly [string, string])[] {
  const given = readField(result, "file_hashes")
  return fieldNames(given)
    .slice(0, BOUNDS.signatures)
    .map((path) => [boundedText(path), boundedText(readField(given, path))])
}
