import { InvalidOptionError, isGiven, nearestName } from "@proofloop/foundation/errors"
import { isRecord } from "@proofloop/foundation/text"
import type { Knob } from "./knob.ts"
import { knobs } from "./knobs.ts"
import type { KnobOptions, StallConfig } from "./stall_config.ts"

/** What a host may write: any subset of the knobs, Harn's nested `repair_diagnostics`, or the `allow_repeated_tools` alias. */
export interface StallOptions<Flag = boolean> extends KnobOptions<Flag> {
  /** Another name of `exempt_tools`, which wins where both are given. Default: none. */
  readonly allow_repeated_tools?: readonly string[] | null | undefined
  /**
   * Harn's nested record with the knobs from `repair_aware` downwards in the table. A flat value wins. Default: none.
   */
  readonly repair_diagnostics?: KnobOptions | null | undefined
}

const rows: ReadonlyMap<string, Knob> = new Map(knobs.map((knob) => [knob.name, knob]))
const repairRows: ReadonlyMap<string, Knob> = new Map(
  knobs.filter(({ nested }) => nested).map((knob) => [knob.name, knob]),
)

/**
 * Validates `stall_diagnostics`. Absent: all defaults, disabled. A boolean: defaults, with `enabled` set to it. A
 * record: its knobs over the defaults, enabled. Throws InvalidOptionError with the full option path on anything else.
 * @requirement config.shape, config.nested, config.integers
 */
export function parseStallConfig(input: unknown, path = "stall_diagnostics"): StallConfig {
  if (input === undefined || input === null) return { ...defaults, enabled: false }
  if (typeof input === "boolean") return { ...defaults, enabled: input }
  const record = asRecord(input, path, "a record, a boolean or null")
  const repair = asRecord(
    record["repair_diagnostics"] ?? {},
    `${path}.repair_diagnostics`,
    "a record or null",
  )
  for (const key of Object.keys(repair)) {
    if (!repairRows.has(key)) throw unknownKnob(`${path}.repair_diagnostics`, key, repairRows.keys())
  }
  const config: Record<string, unknown> = { ...defaults }
  for (const [key, value] of Object.entries(repair)) assign(config, `${path}.repair_diagnostics`, key, value)
  for (const [key, value] of Object.entries(record)) {
    if (key === "repair_diagnostics") continue
    if (key === "allow_repeated_tools") {
      if (isGiven(value) && !isGiven(record["exempt_tools"])) {
        config["exempt_tools"] = checkKnob(row("exempt_tools"), value, `${path}.${key}`)
      }
      continue
    }
    if (!rows.has(key))
      throw unknownKnob(path, key, [...rows.keys(), "repair_diagnostics", "allow_repeated_tools"])
    assign(config, path, key, value)
  }
  if (isGiven(record["threshold"]) && !isGiven(record["repeat_same_observation"])) {
    config["repeat_same_observation"] = config["threshold"]
  }
  // Every row of the table has been checked, and the type is made from the table.
  return config as unknown as StallConfig
}

/** Checks one value against its row; returns it, or throws InvalidOptionError naming `path`. */
function checkKnob(knob: Knob, value: unknown, path: string): unknown {
  const type = knob.value
  switch (type.type) {
    case "boolean":
      if (typeof value === "boolean") return value
      throw new InvalidOptionError({ option: path, expected: "a boolean", got: value })
    case "integer": {
      if (typeof value === "number" && Number.isSafeInteger(value) && value >= type.minimum) return value
      const or_null = type.nullable ? ", or null for off" : ""
      const expected = `an integer of at least ${type.minimum}${or_null}`
      throw new InvalidOptionError({ option: path, expected, got: value })
    }
    case "names":
      if (Array.isArray(value) && value.every((name) => typeof name === "string")) return value
      throw new InvalidOptionError({ option: path, expected: "a list of tool names", got: value })
    case "choice": {
      if (typeof value === "string" && type.choices.includes(value)) return value
      const did_you_mean = typeof value === "string" ? nearestName(value, type.choices) : null
      throw new InvalidOptionError({
        option: path,
        expected: type.choices.map((choice) => `"${choice}"`).join(" or "),
        got: value,
        did_you_mean,
      })
    }
    case "switches":
      return checkSwitches(type.names, value, path)
    case "host": {
      const expected =
        "no value here: a detector is pure; give the function to createAgentLoop and its answer as `signals`"
      throw new InvalidOptionError({ option: path, expected, got: value })
    }
  }
}

function checkSwitches(names: readonly string[], value: unknown, path: string): Record<string, boolean> {
  const switches: Record<string, boolean> = Object.fromEntries(names.map((name) => [name, true]))
  for (const [name, on] of Object.entries(asRecord(value, path, "a record of booleans"))) {
    if (!names.includes(name)) throw unknownKnob(path, name, names)
    if (!isGiven(on)) continue
    if (typeof on !== "boolean")
      throw new InvalidOptionError({ option: `${path}.${name}`, expected: "a boolean", got: on })
    switches[name] = on
  }
  return switches
}

function assign(config: Record<string, unknown>, path: string, key: string, value: unknown): void {
  if (isGiven(value)) config[key] = checkKnob(row(key), value, `${path}.${key}`)
}

function unknownKnob(path: string, key: string, known: Iterable<string>): InvalidOptionError {
  const names = [...known]
  const did_you_mean = nearestName(key, names)
  const expected = did_you_mean === null ? `one of ${names.join(", ")}` : "a known option"
  return new InvalidOptionError({ option: path, expected, got: key, did_you_mean })
}

function asRecord(value: unknown, option: string, expected: string): Record<string, unknown> {
  if (isRecord(value)) return { ...value }
  throw new InvalidOptionError({ option, expected, got: value })
}

function row(name: string): Knob {
  const knob = rows.get(name)
  if (knob === undefined) throw new Error(`no knob named ${name}`)
  return knob
}

const defaults: StallConfig = Object.fromEntries(
  knobs.filter((knob) => knob.value.type !== "host").map((knob) => [knob.name, knob.base]),
) as unknown as StallConfig
