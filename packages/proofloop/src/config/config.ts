import { basename, dirname } from "node:path"
import type { PresetLayer } from "@proofloop/presets"
import type { Plugin } from "./plugin.ts"

/** How a critic takes part: its own severity, another one, or not at all; a pair adds options. */
export type CriticEntry = CriticLevel | readonly [CriticLevel, Readonly<Record<string, unknown>>]
export type CriticLevel = boolean | "on" | "off" | "warning" | "error"

/** A project's configuration. A verb without one gets `noConfig`. */
export interface Config {
  /** The file; null without one. */
  readonly file: string | null
  /** Whether a person named the file, stands in its project, or neither. */
  readonly standing: "named" | "own" | "foreign"
  readonly critics: Readonly<Record<string, CriticEntry>>
  /** Options of the loop, laid over the preset. */
  readonly loop: PresetLayer
  readonly plugins: readonly Plugin[]
  /** The value at a path such as "check.baseline", as it was given. */
  at(path: string): unknown
}

export const noConfig: Config = {
  file: null,
  standing: "own",
  critics: {},
  loop: {},
  plugins: [],
  at: () => undefined,
}

/** "proofloop.config.json", as a preset that is made of a configuration is called. */
export function configName({ file }: Config): string {
  return file === null ? "no configuration" : basename(file)
}

/** The folder that paths in the configuration start from. */
export function configFolder({ file }: Config): string | null {
  return file === null ? null : dirname(file)
}
