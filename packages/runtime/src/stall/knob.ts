/** How a knob's value is checked. `host` values are functions that only the loop can call. */
export type KnobType =
  | { readonly type: "boolean" }
  | {
      readonly type: "integer"
      /** Smallest allowed number. */
      readonly minimum: number
      /** Whether null is allowed, which switches the knob off. */
      readonly nullable: boolean
    }
  | { readonly type: "names" }
  | {
      readonly type: "choice"
      /** The allowed words. */
      readonly choices: readonly string[]
    }
  | {
      readonly type: "switches"
      /** The switches that may be set. */
      readonly names: readonly string[]
    }
  | { readonly type: "host" }

export type PlainKnobValue =
  | boolean
  | number
  | string
  | null
  | readonly string[]
  | Readonly<Record<string, boolean>>

/** A knob without its name; `T` is the type of its values. */
export interface KnobRow<T = PlainKnobValue> {
  /** How its value is checked. */
  readonly value: KnobType
  /** The default: what Harn V1 does. */
  readonly base: T
  /** What the `evidence` preset sets. */
  readonly recommended: T
  /** Generation of the repair loop the knob comes from: V0 to V3, or "proofloop". */
  readonly since: "V0" | "V1" | "V2" | "V3" | "proofloop"
  /** Feeds or reads the failure model; has no effect while `repair_aware` is off. */
  readonly repair: boolean
}

/** One row of the table that types, validation, the preset schema and the docs are made from. */
export interface Knob extends KnobRow {
  /** As an option of `stall_diagnostics` it has this name. */
  readonly name: string
  /** May also stand in Harn's nested `repair_diagnostics`. */
  readonly nested: boolean
}

/** The type of values that a row of such a type takes. */
type Typed<T> = KnobType & { readonly takes?: T }

export const BOOLEAN: Typed<boolean> = { type: "boolean" }
export const NAMES: Typed<readonly string[]> = { type: "names" }
export const HOST: Typed<null> = { type: "host" }

export function integer(minimum: number): Typed<number> {
  return { type: "integer", minimum, nullable: false }
}

export function optionalInteger(minimum: number): Typed<number | null> {
  return { type: "integer", minimum, nullable: true }
}

export function choice<const C extends string>(...choices: readonly C[]): Typed<C> {
  return { type: "choice", choices }
}

export function switches<const N extends string>(
  ...names: readonly N[]
): Typed<Readonly<Record<N, boolean>>> {
  return { type: "switches", names }
}

export function knob<T extends PlainKnobValue>(
  [value, base, recommended]: readonly [type: Typed<T>, base: NoInfer<T>, recommended: NoInfer<T>],
  since: KnobRow["since"],
): KnobRow<T> {
  return { value, base, recommended, since, repair: false }
}

/** A knob that feeds or reads the failure model. */
export function repairKnob<T extends PlainKnobValue>(...row: Parameters<typeof knob<T>>): KnobRow<T> {
  return { ...knob(...row), repair: true }
}

/** The names of the rows whose value the detector holds; a host's function answers the others. */
type Held<Rows> = { [K in keyof Rows]: Rows[K] extends KnobRow<null> ? never : K }[keyof Rows]

/** The values of a record of rows, by name. Mapped over `keyof` alone: so a field keeps the comment of its row. */
export type ValuesOf<Rows> = {
  readonly [K in keyof Pick<Rows, Held<Rows>>]: Rows[K] extends KnobRow<infer T> ? T : never
}
