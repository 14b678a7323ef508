import type { ToolAnnotations } from "@proofloop/runtime/internal/detector"

/** What the tools of known agents do, for the importers that know them by name. */
export const READING: ToolAnnotations = { kind: "read", evidence_role: "observation" }
export const SEARCHING: ToolAnnotations = { kind: "search", evidence_role: "observation" }
export const FETCHING: ToolAnnotations = { kind: "fetch", evidence_role: "observation" }
export const NOTING: ToolAnnotations = { kind: "think", evidence_role: "observation", soft: true }
export const ASKING: ToolAnnotations = { kind: "inspect", evidence_role: "observation" }
export const EDITING: ToolAnnotations = { kind: "edit" }

/** Annotations by the names of tools, which stand in one text. */
export function toolTable(
  rows: readonly (readonly [annotations: ToolAnnotations, names: string])[],
): ReadonlyMap<string, ToolAnnotations> {
  return new Map(
    rows.flatMap(([annotations, names]) => names.split(" ").map((tool) => [tool, annotations] as const)),
  )
}
