import { resolve } from "node:path"
import { type Config, configFolder, configName } from "../config/config.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { optionsOf } from "./common_options.ts"
import { refusedDecision } from "./may_decide.ts"
import type { Input, OptionSpec, Verb } from "./verb.ts"

/**
 * The same arguments, completed from the configuration where neither an argument nor an environment variable is
 * given. Who asks for what the configuration may not decide gets a Misuse.
 */
export function withConfig(input: Input, verb: Verb, config: Config, env: Io["env"]): Input {
  const options = optionsOf(verb)
  const pathOf = (name: string): string | undefined => {
    const spec = options[name]
    if (spec?.config === undefined || input.isArgument(name) || isSet(env, spec.env)) return undefined
    return spec.config.find((one) => config.at(one) !== undefined)
  }
  const given = (name: string): unknown => {
    const spec = options[name]
    const path = pathOf(name)
    if (spec === undefined || path === undefined) return undefined
    const value = config.at(path)
    const refusal = refusedDecision({ config, path, option: name, spec, value }, env)
    if (refusal !== null) throw new Misuse(refusal)
    return value
  }
  const texts = (name: string): readonly string[] => {
    const value = given(name)
    if (value === undefined) return input.texts(name)
    return [value].flat().map((one) => textOf(one, options[name], config))
  }
  return {
    ...input,
    config,
    texts,
    text: (name) => texts(name)[0],
    flag: (name) => {
      const value = given(name)
      return typeof value === "boolean" ? value : input.flag(name)
    },
    sourceOf: (name) => {
      const path = pathOf(name)
      return path === undefined ? null : `${config.file ?? configName(config)}: ${path}`
    },
  }
}

function isSet(env: Io["env"], name: string | undefined): boolean {
  return name !== undefined && (env[name] ?? "") !== ""
}

/** A path in the configuration is relative to its folder; a URL stays as it is. */
function textOf(value: unknown, spec: OptionSpec | undefined, config: Config): string {
  const folder = configFolder(config)
  const is_url = /^[a-z]{2,20}:\/\//.test(String(value))
  const is_path = !is_url && (spec?.value === "FILE" || spec?.value === "DIR")
  return is_path && folder !== null ? resolve(folder, String(value)) : String(value)
}
