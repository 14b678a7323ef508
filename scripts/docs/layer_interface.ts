import { fileURLToPath } from "node:url"
import { type Knob, knobs } from "../../packages/runtime/src/detector.ts"
import { hoverOf, typeOf } from "./knob_interface.ts"
import { type NamedType, readTypes } from "./type_source.ts"

/** Options that take a record: the layer's interface of it, and the loop's type whose fields it has. */
const RECORDS: Readonly<Record<string, readonly [layer: string, type: string]>> = {
  stall_diagnostics: ["StallLayer", "LoopStallOptions"],
  iteration_budget: ["IterationBudgetLayer", "IterationBudget"],
  transport_retry: ["TransportRetryLayer", "TransportRetry"],
  consecutive_failures: ["ConsecutiveFailuresLayer", "ConsecutiveFailures"],
  verify_completion: ["VerifyCommandLayer", "VerifyCommand"],
  verify_completion_judge: ["JudgeLayer", "JudgeOptions"],
  done_judge: ["DoneJudgeLayer", "DoneJudgeOptions"],
}

/** Records inside those, by the loop's type. */
const INNER_RECORDS: Readonly<Record<string, string>> = { JudgeCadence: "JudgeCadenceLayer" }

/**
 * The interfaces of a preset's layer, made from the loop's options, with what editors show on hover. Written out, because
 * TypeScript 7 shows no sentence for a field of a mapped type.
 */
export function layerInterface(): string {
  const types = new Map(["loop", "stall"].flatMap((folder) => [...readTypes(sources(folder))]))
  const options = typeNamed("LoopSettings", types).fields
  return `// Made by \`npm run docs\` from the options of the loop; do not edit.
import type { Layered } from "./layered.ts"
import type { PresetOptions } from "./preset_options.ts"

/** A layer of options: any part of them, at any depth. undefined says nothing, null resets to the loop's default. */
export interface PresetLayer {
${options.map(({ name, doc, type }) => member(name, doc, plainType(type) ?? optionType(name))).join("\n")}
}
${Object.entries(RECORDS)
  .map(([option, record]) => recordInterface(option, record, types))
  .join("")}${Object.entries(INNER_RECORDS)
    .map(([type, layer]) => innerInterface(typeNamed(type, types), layer))
    .join("")}`
}

/** A record inside another one; its fields are plain values. */
function innerInterface({ name, doc, fields }: NamedType, layer: string): string {
  const lines = fields.map((field) => {
    const type = plainType(field.type)
    if (type === undefined) throw new Error(`${name}.${field.name}: no plain value`)
    return member(field.name, field.doc, type)
  })
  return `\n/** ${doc} */\nexport interface ${layer} {\n${lines.join("\n")}\n}\n`
}

function recordInterface(
  option: string,
  [layer, type]: readonly [layer: string, type: string],
  types: ReadonlyMap<string, NamedType>,
): string {
  const whole = layer.replace("Layer", "Record")
  const fields = fieldsOf(typeNamed(type, types), types)
  return `
type ${whole} = ${recordOf(option)}

/** \`${option}\` in a layer: any of its fields. */
export interface ${layer} {
${fields.map(({ name, doc, type }) => member(name, doc, plainType(type) ?? innerType(type) ?? `Layered<${whole}["${name}"]>`)).join("\n")}
}
`
}

/** The record among the values of an option, with its functions left out. */
function recordOf(option: string): string {
  return `Exclude<Extract<PresetOptions["${option}"], object>, (...input: never[]) => unknown>`
}

function optionType(name: string): string {
  const record = RECORDS[name]
  if (record === undefined) return `Layered<PresetOptions["${name}"]>`
  const [layer] = record
  return `${layer} | Layered<Exclude<PresetOptions["${name}"], ${layer.replace("Layer", "Record")}>>`
}

/** Fields of a record with those of the records that it extends, the knobs among them. */
function fieldsOf(
  { name, fields, bases }: NamedType,
  types: ReadonlyMap<string, NamedType>,
): readonly Described[] {
  if (name === "KnobOptions") {
    const values = knobs.filter(({ value }) => value.type !== "host")
    // The host gives the flag in more ways than the detector takes it.
    const type = (knob: Knob): string => (knob.name === "repair_aware" ? "RepairAwareFlag" : typeOf(knob))
    return values.map((knob) => ({ name: knob.name, doc: hoverOf(knob), type: type(knob) }))
  }
  const inherited = bases.flatMap((base) => fieldsOf(typeNamed(base.replace(/<.*/, ""), types), types))
  return [...fields, ...inherited]
}

interface Described {
  readonly name: string
  readonly doc: string
  readonly type: string
}

/** The type in a layer of a number, a text, a boolean or one of a few words: an editor then shows it as it is. */
function plainType(type: string): string | undefined {
  const members = type.split(" | ")
  if (!members.every((one) => /^(number|string|boolean|null|"[^"]*")$/.test(one))) return undefined
  return [...new Set([...members, "null", "undefined"])].join(" | ")
}

function innerType(type: string): string | undefined {
  const layer = INNER_RECORDS[type]
  return layer === undefined ? undefined : `${layer} | null | undefined`
}

function member(name: string, doc: string, type: string): string {
  return `  /** ${doc.replaceAll("*/", "*\\/")} */\n  readonly ${name}?: ${type}`
}

function typeNamed(name: string, types: ReadonlyMap<string, NamedType>): NamedType {
  const type = types.get(name)
  if (type === undefined) throw new Error(`no type ${name} in the sources of the loop`)
  return type
}

function sources(folder: string): string {
  return fileURLToPath(new URL(`../../packages/runtime/src/${folder}`, import.meta.url))
}
