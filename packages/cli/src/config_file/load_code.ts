import { fileURLToPath } from "node:url"
import { thrownMessage } from "@proofloop/foundation/errors"
import { isRecord } from "@proofloop/foundation/text"
import type { Plugin } from "../config/plugin.ts"
import { Misuse } from "../console/misuse.ts"

/**
 * The default export of a configuration in code, in which `proofloop` is this package, installed there or not. Throws
 * Misuse.
 */
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
    const jiti = createJiti(from, { alias: { proofloop: ownEntry() }, moduleCache: false })
    return await jiti.import(name, { default: true })
  } catch (error) {
    throw new Misuse(`${what}: ${thrownMessage(error)}`)
  }
}

function ownEntry(): string {
  return fileURLToPath(import.meta.resolve("@proofloop/cli/config"))
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
  refuseOtherParsers(value["parsers"] ?? [], what)
  return value as unknown as Plugin
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
