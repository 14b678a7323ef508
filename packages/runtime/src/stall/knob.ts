/** How a knob's value is checked. `host` values are functions that only the loop can call. */
export type KnobType =
  | { readonly type: "boolean" }
  | { readonly type: "integer"; readonly minimum: number; readonly nullable: boolean }
  | { readonly type: "names" }
  | { readonly type: "choice"; readonly choices: readonly string[] }
  | { readonly type: "switches"; readonly names: readonly string[] }
  | { readonly type: "host" }

export type PlainKnobValue =
  | boolean
  | number
  | string
  | null
  | readonly string[]
  | Readonly<Record<string, boolean>>

/** One row of the table that validation, the preset schema and the docs are made from. */
export interface Knob {
  readonly name: string
  readonly value: KnobType
  /** The default: what Harn V1 does. */
  readonly base: PlainKnobValue
  /** What the `evidence` preset sets. */
  readonly recommended: PlainKnobValue
  /** Generation of the repair loop the knob comes from: V0 to V3, or "proofloop". */
  readonly since: "V0" | "V1" | "V2" | "V3" | "proofloop"
  /** Feeds or reads the failure model: inert while `repair_aware` is off. */
  readonly repair: boolean
  readonly doc: string
}

export const BOOLEAN: KnobType = { type: "boolean" }
export const HOST: KnobType = { type: "host" }

export function integer(minimum: number): KnobType {
  return { type: "integer", minimum, nullable: false }
}

export function optionalInteger(minimum: number): KnobType {
  return { type: "integer", minimum, nullable: true }
}

export function choice(...choices: readonly string[]): KnobType {
  return { type: "choice", choices }
}

export function knob(
  name: string,
  [value, base, recommended]: readonly [type: KnobType, base: PlainKnobValue, recommended: PlainKnobValue],
  since: Knob["since"],
  doc: string,
): Knob {
  return { name, value, base, recommended, since, repair: false, doc }
}

export function repairKnob(...row: Parameters<typeof knob>): Knob {
  return { ...knob(...row), repair: true }
}
