import { parseArgs } from "node:util"
import { nearestName, thrownMessage } from "@proofloop/foundation/errors"
import { noConfig } from "../config/config.ts"
import { Misuse } from "../console/misuse.ts"
import { acceptedWords, isAccepted, unknownAmong } from "./accepted.ts"
import { optionsOf } from "./common_options.ts"
import type { Input, OptionSpec, Verb } from "./verb.ts"

/** Reads the arguments after the verb. Throws Misuse, with the option that was probably meant. */
export function parseInput(verb: Verb, argv: readonly string[]): Input {
  const options = optionsOf(verb)
  const { values, positionals } = read(argv, { ...options, ...negations(options) }, verb)
  const needed = verb.positionals.filter((name) => !name.startsWith("["))
  const missing = needed[positionals.length]
  if (missing !== undefined) {
    const hint = verb.choices && `it can be ${verb.choices.join(", ")}`
    throw new Misuse(
      `${verb.name} needs ${missing}; ${hint ?? `proofloop ${verb.name} --help says what that is`}`,
    )
  }
  const is_open = verb.positionals.at(-1)?.includes("...") === true
  const extra = is_open ? undefined : positionals[verb.positionals.length]
  if (extra !== undefined) {
    const quotes = /TASK|TEXT/.test(verb.positionals.at(-1) ?? "") ? "; put words with spaces in quotes" : ""
    throw new Misuse(`${verb.name}: one argument too many, "${extra}"${quotes}`)
  }
  for (const [name, { choices }] of Object.entries(options)) {
    const value = values[name]
    if (choices === undefined || typeof value !== "string" || choices.includes(value)) continue
    throw new Misuse(`--${name}: expected one of ${choices.join(", ")}, got "${value}"`, {
      name: value,
      known: choices,
    })
  }
  for (const [name, { accepted }] of Object.entries(options)) {
    if (accepted === undefined) continue
    const wrong = textsOf(values[name]).find((one) => !isAccepted(accepted, one))
    if (wrong === undefined) continue
    const message = `--${name}: expected ${acceptedWords(accepted)}, got "${wrong}"`
    throw new Misuse(message, unknownAmong(accepted, wrong))
  }
  const { json } = values
  const format = typeof values["format"] === "string" ? values["format"] : json === true ? "json" : "text"
  if (json === true && format !== "json") throw new Misuse(`--json and --format ${format} exclude each other`)
  for (const name of Object.keys(options)) {
    if (values[name] === true && values[`no-${name}`] === true) {
      throw new Misuse(`--${name} and --no-${name} exclude each other`)
    }
  }
  const needs: Parameters<Input["needs"]>[0][] = []
  return {
    format,
    json: format === "json",
    positionals,
    text: (name) => textsOf(values[name])[0],
    texts: (name) => textsOf(values[name]),
    flag: (name) => values[name] === true,
    isArgument: (name) => values[name] !== undefined || values[`no-${name}`] !== undefined,
    sourceOf: () => null,
    config: noConfig,
    needs: (need) => void needs.push(need),
    needsVariable: (need) => void needs.unshift(need),
    async ready() {
      for (const need of needs.splice(0)) await need()
    },
  }
}

function read(argv: readonly string[], options: Readonly<Record<string, OptionSpec>>, verb: Verb): Parsed {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true })
  } catch (error) {
    throw misuseOf(thrownMessage(error), options, verb)
  }
}

/** `--no-gate` takes back what the configuration switches on. */
function negations(options: Readonly<Record<string, OptionSpec>>): Readonly<Record<string, OptionSpec>> {
  const names = Object.keys(options).filter(
    (name) => options[name]?.type === "boolean" && options[name].config !== undefined,
  )
  return Object.fromEntries(names.map((name) => [`no-${name}`, { type: "boolean", doc: `Not --${name}` }]))
}

type Value = string | boolean | readonly (string | boolean)[] | undefined

function textsOf(value: Value): readonly string[] {
  return [value ?? []].flat().filter((one) => typeof one === "string")
}

interface Parsed {
  readonly values: Readonly<Record<string, Value>>
  readonly positionals: readonly string[]
}

/** `parseArgs` quotes the option with its short form and `<value>`: '-h, --help <value>'. */
function misuseOf(message: string, options: Readonly<Record<string, OptionSpec>>, verb: Verb): Misuse {
  const [, written = ""] = /'([^']*)'/.exec(message) ?? []
  const name = /--?([^\s,-][^\s,]{0,255})(?: <value>)?$/.exec(written)?.[1] ?? written
  if (message.startsWith("Unknown option")) {
    const near = nearestName(name, Object.keys(options))
    if (near !== null) return new Misuse(`unknown option ${written}. Did you mean "--${near}"?`)
    return new Misuse(`unknown option ${written}; proofloop ${verb.name} --help lists them`)
  }
  const option = options[name]
  if (option?.type === "boolean") return new Misuse(`--${name} takes no value`)
  return new Misuse(`--${name} needs a value: --${name} ${option?.value ?? "VALUE"}`)
}
