import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { INSIDE } from "../packaging/api_report.ts"
import { usedTypes } from "./event_reference.ts"
import { type NamedType, readTypes } from "./type_source.ts"

const FOLDERS = [
  "packages/runtime/src/errors",
  "packages/runtime/src/loop",
  "packages/runtime/src/protocol",
  "packages/runtime/src/stall",
  "packages/runtime/src/stall/patterns",
  "packages/presets/src/definition",
  "packages/presets/src/resolution",
  "packages/stdlib/src/workspace",
]

/** What a host writes and reads: options, results, events. */
const ROOTS = [
  "AgentLoopOptions",
  "RepairAwareFlag",
  "RunOptions",
  "ResumeOptions",
  "RunResult",
  "EventBase",
  "EventBody",
  "DetectorOptions",
  "Proposal",
  "Settlement",
  "DetectorStep",
  "StallConfig",
  "KnobOptions",
  "Preset",
  "PresetLayer",
  "PresetContext",
  "ExplainedOption",
  "WorkspaceOptions",
]

test("every field that a host writes or reads has its sentence", () => {
  const types = new Map(
    FOLDERS.flatMap((folder) => [...readTypes(fileURLToPath(new URL(`../../${folder}`, import.meta.url)))]),
  )
  const outside = new Map([...types].filter(([name]) => !INSIDE.has(name)))
  const roots = ROOTS.flatMap((name) => types.get(name) ?? [])
  expect(roots).toHaveLength(ROOTS.length)
  const all = new Set([...roots, ...usedTypes(roots, outside)])
  expect([...all].flatMap(withoutSentence)).toEqual([])
})

function withoutSentence({ name, fields, members }: NamedType): readonly string[] {
  // The sentence of a union's member stands at its first field.
  const inside = members.flatMap((member) => member.fields.slice(member.doc === "" ? 0 : 1))
  return [...fields, ...inside]
    .filter((field) => field.doc === "" && !TAGS.has(field.name))
    .map((field) => `${name}.${field.name}`)
}

/** They tell members of a union apart, and say it by their value. */
const TAGS: ReadonlySet<string> = new Set(["role", "[key]"])
