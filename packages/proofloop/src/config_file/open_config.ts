import { existsSync, statSync } from "node:fs"
import { dirname, extname, relative, resolve, sep } from "node:path"
import type { Input, Verb } from "../arguments/verb.ts"
import { type Config, noConfig } from "../config/config.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { CONFIG_NAMES, findConfig } from "./find_config.ts"

/**
 * The configuration of a call: --config, else the nearest one to --repo or the current folder, else none. Code and
 * plugins run only if --config names the file or the current folder is in its project. Throws Misuse.
 */
export async function openConfig(input: Input, verbs: readonly Verb[], io: Io): Promise<Config> {
  // A process that stays has to know all that it loads.
  if (input.flag("serve")) (await import("./kept_code.ts")).keepLoaded()
  const named = input.text("config")
  if (input.flag("no-config")) {
    if (named !== undefined) throw new Misuse("--config and --no-config exclude each other")
    return noConfig
  }
  const file =
    named === undefined
      ? findConfig(resolve(io.cwd, input.text("repo") ?? "."))
      : existing(resolve(io.cwd, named), named)
  if (file === null) return noConfig
  const standing = named !== undefined ? "named" : isWithin(io.cwd, dirname(file)) ? "own" : "foreign"
  const reading = { verbs, standing } as const
  const { readConfig, configOfText } = await import("./read_config.ts")
  if (named !== undefined || input.text("suppressions") !== "before") return readConfig(file, reading)
  const { textBefore } = await import("./config_before.ts")
  const before = await textBefore(file, input, io)
  if (!file.endsWith(".json")) return readConfig(file, reading)
  return before === null ? noConfig : configOfText(file, before, reading)
}

function existing(file: string, given: string): string {
  if (!existsSync(file)) throw new Misuse(`--config: ${given} does not exist`)
  const is_known = CONFIG_NAMES.some((name) => extname(name) === extname(file))
  if (is_known && statSync(file).isFile()) return file
  throw new Misuse(`--config: ${given} is not a file such as ${CONFIG_NAMES.join(", ")}`)
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !way.startsWith(sep))
}
