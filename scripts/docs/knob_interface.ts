import { type Knob, knobs } from "../../packages/runtime/src/detector.ts"

/**
 * The interfaces of the knobs, made from their rows, with what editors show on hover. Written out, because TypeScript 7 shows no
 * sentence for a field of a mapped type.
 */
export function knobInterface(): string {
  const values = knobs.filter(({ value }) => value.type !== "host")
  return `// Made by \`npm run docs\` from the rows of the knobs; do not edit.

/** \`stall_diagnostics\` after validation: every knob has its value. */
export interface StallConfig {
${values.map((knob) => member(knob, `${knob.name}: ${typeOf(knob)}`)).join("\n")}
}

/** Any of the knobs; null and undefined say nothing. \`Flag\`: how \`repair_aware\` is given. */
export interface KnobOptions<Flag = boolean> {
${values.map((knob) => member(knob, `${knob.name}?: ${optionOf(knob)} | undefined`)).join("\n")}
}
`
}

function member(knob: Knob, declaration: string): string {
  return `  /** ${hoverOf(knob).replaceAll("*/", "*\\/")} */\n  readonly ${declaration}`
}

function optionOf(knob: Knob): string {
  const type = knob.name === "repair_aware" ? "Flag" : typeOf(knob)
  return type.endsWith(" | null") ? type : `${type} | null`
}

/** What an editor shows of a knob: sentence, bounds, default, what the preset sets, and what the knob depends on. */
export function hoverOf({ doc, value, base, recommended, repair }: Knob): string {
  const bounds =
    value.type === "integer"
      ? ` An integer of at least ${value.minimum}${value.nullable ? ", or null for off" : ""}.`
      : ""
  const preset =
    JSON.stringify(base) === JSON.stringify(recommended)
      ? ""
      : `; the preset \`evidence\` sets \`${JSON.stringify(recommended)}\``
  const depends = repair ? " Without effect while `repair_aware` is off." : ""
  return `${doc}${bounds} Default: \`${JSON.stringify(base)}\`${preset}.${depends}`
}

/** The type of a knob's value. */
export function typeOf({ name, value }: Knob): string {
  switch (value.type) {
    case "boolean":
      return "boolean"
    case "integer":
      return value.nullable ? "number | null" : "number"
    case "names":
      return "readonly string[]"
    case "choice":
      return union(value.choices)
    case "switches":
      return `Readonly<Record<${union(value.names)}, boolean>>`
    case "host":
      throw new Error(`${name}: the loop's own option, no value of the detector`)
  }
}

function union(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(" | ")
}
