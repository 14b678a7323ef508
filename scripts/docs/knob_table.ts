import type { Knob } from "../../packages/runtime/src/stall/knob.ts"
import { knobs } from "../../packages/runtime/src/stall/knobs.ts"
import { patterns } from "../../packages/runtime/src/stall/patterns.ts"
import { knobSentences } from "./knob_sentences.ts"

const CLASSES = ["certain", "likely", "hint"] as const

/** `docs/knobs.md`: the knob table, as the detector itself reads it. */
export function knobTable(): string {
  const sentences = knobSentences()
  const rows = knobs.map(
    (knob) =>
      `| \`${knob.name}\` | ${typeOf(knob)} | ${valueOf(knob.base)} | ${valueOf(knob.recommended)} | ${knob.repair ? "yes" : ""} | ${sentences.get(knob.name)} |`,
  )
  return `# Knobs of \`stall_diagnostics\`

Generated from \`packages/runtime/src/stall/knobs.ts\` by \`npm run docs\`.

*base* is what [Harn V1](concepts.md#where-the-rules-come-from) does and the default; *recommended* is what the preset \`evidence\` sets. *repair* knobs feed or read the
failure model: with \`repair_aware\` off all of them are inert. A knob may also stand in the nested record
\`repair_diagnostics\`, from \`repair_aware\` downwards; a flat value wins. \`allow_repeated_tools\` is an alias of
\`exempt_tools\`. Absent, \`stall_diagnostics\` is disabled; a boolean enables or disables it with every default.

| knob | type | base | recommended | repair | |
|---|---|---|---|---|---|
${rows.join("\n")}

## How sure a trip is

Every warning says it as its \`confidence\`. \`certain_trips\`, \`likely_trips\` and \`hint_trips\` say what a trip of the class does.

| class | patterns |
|---|---|
${CLASSES.map((name) => `| \`${name}\` | ${patternsOf(name)} |`).join("\n")}
`
}

function patternsOf(name: (typeof CLASSES)[number]): string {
  return patterns
    .filter(({ confidence }) => confidence === name)
    .map((pattern) => `\`${pattern.name}\``)
    .join(", ")
}

function typeOf({ value }: Knob): string {
  switch (value.type) {
    case "boolean":
      return "boolean"
    case "integer":
      return `integer ≥ ${value.minimum}${value.nullable ? " or null" : ""}`
    case "names":
      return "list of tool names"
    case "choice":
      return value.choices.map((choice) => `\`${choice}\``).join(", ")
    case "switches":
      return `record of booleans: ${value.names.map((name) => `\`${name}\``).join(", ")}`
    case "host":
      return "function (of the loop)"
  }
}

function valueOf(value: Knob["base"]): string {
  return value === null ? "off" : `\`${typeof value === "string" ? value : JSON.stringify(value)}\``
}
