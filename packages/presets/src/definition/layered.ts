import type { PresetOptions } from "./preset_options.ts"

/** A value as a layer may give it: records in part, null for the default, undefined for nothing said. */
export type Layered<T> = T extends Whole
  ? T | null | undefined
  : T extends object
    ? { readonly [K in keyof T]?: Layered<T[K]> } | null | undefined
    : T | null | undefined

/** Values a layer gives as a whole or not at all: functions, lists, clocks, `{ env: NAME }`. */
type Whole =
  | ((...input: never[]) => unknown)
  | readonly unknown[]
  | NonNullable<PresetOptions["clock"]>
  | {
      readonly env: string
    }
