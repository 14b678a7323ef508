import { fileURLToPath } from "node:url"
import { thrownMessage } from "@proofloop/foundation/errors"
import { isRecord } from "@proofloop/foundation/text"
import type { Plugin } from "../config/plugin.ts"
import type { PluginCritic } from "../config/plugin_critic.ts"
import { Misuse } from "../console/misuse.ts"
import { isKept } from "./kept_code.ts"

/** The default export of a configuration in code, which may import `proofloop` without it installed. Throws Misuse. */
export async function loadModule(file: string): Promise<unknown> {
  return importDefault(file, file, file)
}

/** The plugins that a configuration names, in its order. Throws Misuse. */
export async function loadPlugins(file: string, names: readonly string[]): Promise<readonly Plugin[]> {
  const plugins: Plugin[] = []
  for (const name of names) {
    const value = await importDefault(name, file, `${file}: plugin ${name}`)
    plugins.push(checkedPlugin(value, `${file}: plugin ${name}`))
  }
  return plugins
}

async function importDefault(name: string, from: string, what: string): Promise<unknown> {
  try {
    const { createJiti } = await import("jiti")
    const jiti = createJiti(from, { alias: { proofloop: ownEntry() }, moduleCache: isKept() })
    return await jiti.import(name, { default: true })
  } catch (error) {
    throw new Misuse(`${what}: ${reasonOf(error, name)}`)
  }
}

/** Why a module cannot be loaded, without the chain of modules that asked for it. */
function reasonOf(error: unknown, name: string): string {
  const [reason = ""] = thrownMessage(error).split("\n")
  if (!reason.startsWith("Cannot find module") || !reason.includes(`'${name}'`)) return thrownMessage(error)
  return /^[./]/.test(name)
    ? "there is no such file, seen from the configuration"
    : `no package of this name is installed; npm install --save-dev ${packageOf(name)}`
}

/** The package of a module: `npm install a/b` would fetch the repository `a/b` from GitHub. */
function packageOf(name: string): string {
  return name.split("/", name.startsWith("@") ? 2 : 1).join("/")
}

function ownEntry(): string {
  return fileURLToPath(import.meta.resolve("proofloop"))
}

const LISTS = ["critics", "parsers", "presets", "analysers"] as const

function checkedPlugin(value: unknown, what: string): Plugin {
  if (!isRecord(value) || typeof value["name"] !== "string") {
    throw new Misuse(`${what}: expected a default export { name, ${LISTS.join(", ")} }`)
  }
  const unknown = Object.keys(value).find((key) => key !== "name" && !LISTS.some((list) => list === key))
  if (unknown !== undefined) {
    throw new Misuse(`${what}: has "${unknown}"; it can have name, ${LISTS.join(", ")}`, {
      name: unknown,
      known: LISTS,
    })
  }
  const wrong = LISTS.find((list) => value[list] !== undefined && !Array.isArray(value[list]))
  if (wrong !== undefined) throw new Misuse(`${what}: ${wrong} is not a list`)
  refuseOtherCritics(value["critics"] ?? [], what)
  refuseOtherParsers(value["parsers"] ?? [], what)
  refuseOtherPresets(value["presets"] ?? [], what)
  refuseOtherAnalysers(value["analysers"] ?? [], what)
  return value as unknown as Plugin
}

/** Every field of a critic; `id`, `title` and `check` are needed. */
const FIELDS_OF_CRITIC: readonly (keyof PluginCritic)[] = [
  "id",
  "title",
  "check",
  "description",
  "advice",
  "scope",
  "severity",
  "default_in",
  "input",
  "before",
  "after",
]

/** What a critic answers is checked each time it is asked. */
function refuseOtherCritics(critics: unknown, what: string): void {
  if (!Array.isArray(critics)) return
  for (const [at, critic] of critics.entries()) {
    const where = `${what}: critics[${at}]`
    if (!isRecord(critic)) throw new Misuse(`${where}: expected { id, title, check }`)
    const unknown = Object.keys(critic).find((key) => !FIELDS_OF_CRITIC.some((field) => field === key))
    if (unknown !== undefined)
      throw new Misuse(`${where}: has "${unknown}"; it can have ${FIELDS_OF_CRITIC.join(", ")}`, {
        name: unknown,
        known: FIELDS_OF_CRITIC,
      })
    if (typeof critic["title"] !== "string" || typeof critic["check"] !== "function")
      throw new Misuse(`${where}: expected { id, title, check }, where check is a function`)
    if (typeof critic["id"] !== "string" || !/^[\w.-]{1,64}$/.test(critic["id"]))
      throw new Misuse(`${where}: expected an id of 1 to 64 letters, digits, ".", "_" and "-"`)
  }
}

/** What a parser answers is checked each time it is asked. */
function refuseOtherParsers(parsers: unknown, what: string): void {
  if (!Array.isArray(parsers)) return
  const at = parsers.findIndex((parser: unknown) => !isParser(parser))
  if (at !== -1) throw new Misuse(`${what}: parsers[${at}]: expected { name, recognises, parse }`)
}

function isParser(value: unknown): boolean {
  if (!isRecord(value) || typeof value["name"] !== "string") return false
  return ["recognises", "parse"].every((method) => typeof value[method] === "function")
}

/** What a preset sets is checked when it is resolved. */
function refuseOtherPresets(presets: unknown, what: string): void {
  if (!Array.isArray(presets)) return
  const at = presets.findIndex((preset: unknown) => !isPreset(preset))
  if (at !== -1)
    throw new Misuse(
      `${what}: presets[${at}]: expected { name, description, options }, and extends if need be`,
    )
}

function isPreset(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value["options"])) return false
  return ["name", "description"].every((field) => typeof value[field] === "string")
}

/** What an analyser answers is checked each time it is asked. */
function refuseOtherAnalysers(analysers: unknown, what: string): void {
  if (!Array.isArray(analysers)) return
  const at = analysers.findIndex((analyser: unknown) => !isAnalyser(analyser))
  if (at !== -1)
    throw new Misuse(
      `${what}: analysers[${at}]: expected { name, title, weight, checks, analyse }; defineAnalyser of @proofloop/jobs/pipeline makes one`,
    )
}

function isAnalyser(value: unknown): boolean {
  if (!isRecord(value) || typeof value["analyse"] !== "function" || !Array.isArray(value["checks"]))
    return false
  if (typeof value["weight"] !== "number" || !(value["weight"] >= 0)) return false
  return ["name", "title"].every((field) => typeof value[field] === "string")
}
