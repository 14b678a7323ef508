import { definePreset, type Preset, readLoopOptions } from "@proofloop/presets"
import type { OutputParser } from "@proofloop/runtime/detector"
import { type Config, configName } from "./config.ts"

/** The presets of plugins, for a resolution. */
export function pluginPresets({ plugins }: Config): readonly Preset[] {
  return plugins.flatMap(({ presets = [] }) => presets)
}

/** The parsers of plugins, for a detector. */
export function pluginParsers({ plugins }: Config): readonly OutputParser[] {
  return plugins.flatMap(({ parsers = [] }) => parsers)
}

/** The preset with the configuration's loop options on top; explanations name it after the file. */
export function configPreset(preset: string, config: Config): Preset | string {
  if (Object.keys(config.loop).length === 0) return preset
  readLoopOptions(config.loop, `${config.file ?? configName(config)}: loop`)
  return definePreset({
    name: configName(config),
    description: `What ${configName(config)} lays over ${preset}`,
    extends: preset,
    options: config.loop,
  })
}
