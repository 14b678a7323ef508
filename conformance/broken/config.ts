import { InvalidOptionError, isInvalidOptionError } from "@proofloop/foundation/errors"
import { isRecord } from "@proofloop/foundation/text"
import { type Knob, knobs, createDetector } from "@proofloop/runtime/detector"
import type { Break, BrokenImplementation } from "./broken_implementation.ts"
import { detector, optioned } from "./parts/define.ts"

type Given = Record<string, unknown>

const rows: ReadonlyMap<string, Knob> = new Map(knobs.map((knob) => [knob.name, knob]))

/** Options are read as others before the real ones see them; flat and nested knobs alike. */
const reading: Break<(given: Given) => Given> = (wrong, violates, change) =>
  optioned(wrong, violates, (options) => {
    const given: unknown = options.stall_diagnostics
    return isRecord(given) ? { ...options, stall_diagnostics: change(given) } : options
  })

/** Each knob's value is read as another one; undefined leaves the knob out. */
const values: Break<(value: unknown, knob: Knob) => unknown> = (wrong, violates, change) => {
  const each = (given: Given): Given =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        if (name === "repair_diagnostics" && isRecord(value)) return [name, each(value)]
        const knob = rows.get(name === "allow_repeated_tools" ? "exempt_tools" : name)
        return [name, knob === undefined || value === null ? value : change(value, knob)]
      }),
    )
  return reading(wrong, violates, each)
}

/** Whether something is refused is right, what is said about it is not. */
const refusing: Break<(error: InvalidOptionError) => unknown> = (wrong, violates, change) => ({
  wrong,
  violates,
  parts: {
    create(options) {
      try {
        return createDetector(options)
      } catch (error) {
        throw isInvalidOptionError(error) ? change(error) : error
      }
    },
  },
})

const PREDICATES: ReadonlySet<string> = new Set(["hard_recurrence", "long_stall", "write_axis"])

/** The knobs that may stand in repair_diagnostics. */
const afterRepairAware: ReadonlySet<string> = new Set(
  knobs.slice(knobs.findIndex(({ name }) => name === "repair_aware")).map(({ name }) => name),
)

const isValid = (value: unknown, { value: type }: Knob): boolean =>
  type.type === "integer"
    ? typeof value === "number" && Number.isSafeInteger(value) && value >= type.minimum
    : true

const without = (given: Given, names: readonly string[]): Given =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)))

export const configImplementations: readonly BrokenImplementation[] = [
  values(
    "An integer that is not valid stands for the default.",
    ["config.integers", "config.nested"],
    (value, knob) => (isValid(value, knob) ? value : undefined),
  ),
  values("An integer must be above its minimum.", ["config.integers"], (value, knob) =>
    knob.value.type === "integer" && value === knob.value.minimum ? -1 : value,
  ),
  values("A boolean knob takes any value by its truth.", ["config.booleans", "config.host"], (value, knob) =>
    knob.value.type === "boolean"
      ? Boolean(value)
      : knob.value.type === "switches" && isRecord(value)
        ? Object.fromEntries(
            Object.entries(value).map(([name, on]) => [name, PREDICATES.has(name) ? Boolean(on) : on]),
          )
        : value,
  ),
  values("A boolean knob wants a text.", ["config.booleans"], (value, knob) =>
    knob.value.type === "boolean" ? String(value) : value,
  ),
  values("An unknown choice stands for the default.", ["config.choices"], (value, knob) =>
    knob.value.type === "choice" && !knob.value.choices.includes(String(value)) ? undefined : value,
  ),
  values("A knob of choices accepts its base alone.", ["config.choices"], (value, knob) =>
    knob.value.type === "choice" && value !== knob.base ? "other" : value,
  ),
  values("A knob of names makes a list of anything.", ["config.lists"], (value, knob) =>
    knob.value.type === "names" ? (Array.isArray(value) ? value : [value]).map(String) : value,
  ),
  values("A knob of names refuses a list.", ["config.lists", "config.names"], (value, knob) =>
    knob.value.type === "names" && Array.isArray(value) ? value.join() : value,
  ),
  values("What only a loop can call is ignored.", ["config.host"], (value, knob) =>
    knob.value.type === "host" ? undefined : value,
  ),
  reading("A callback that is null is refused as if it were given.", ["config.host"], (given) =>
    "action_signal" in given ? { ...given, action_signal: "null" } : given,
  ),
  reading("Names that do not exist are ignored.", ["config.names", "config.nested"], (given) => {
    const known = (names: Given): Given =>
      Object.fromEntries(
        Object.entries(names).filter(
          ([name]) => rows.has(name) || name === "repair_diagnostics" || name === "allow_repeated_tools",
        ),
      )
    const { repair_diagnostics: nested, no_net_progress_predicates: switches, ...flat } = known(given)
    const repair = isRecord(nested)
      ? Object.fromEntries(Object.entries(known(nested)).filter(([name]) => afterRepairAware.has(name)))
      : nested
    return {
      ...flat,
      repair_diagnostics: repair,
      no_net_progress_predicates: isRecord(switches)
        ? Object.fromEntries(Object.entries(switches).filter(([name]) => PREDICATES.has(name)))
        : switches,
    }
  }),
  optioned(
    "Options beside stall_diagnostics that do not exist are ignored.",
    ["config.names"],
    ({ stall_diagnostics, tools, workspace_root, checks, parsers }) => ({
      stall_diagnostics,
      tools,
      workspace_root,
      checks,
      parsers,
    }),
  ),
  reading(
    "allow_repeated_tools and repair_diagnostics are no known names.",
    ["config.names", "config.nested"],
    (given) =>
      "allow_repeated_tools" in given || "repair_diagnostics" in given ? { ...given, unknown: true } : given,
  ),
  refusing(
    "A refusal does not say what was meant.",
    ["config.names", "config.choices"],
    (error) => new InvalidOptionError({ option: error.option, expected: "something else", got: null }),
  ),
  refusing(
    "A refusal names the options, not the one that is wrong.",
    [
      "config.integers",
      "config.booleans",
      "config.choices",
      "config.lists",
      "config.nested",
      "config.host",
      "config.names",
    ],
    (error) => new InvalidOptionError({ option: "options", expected: error.message, got: null }),
  ),
  reading("A nested repair_diagnostics means nothing.", ["config.nested"], (given) =>
    without(given, ["repair_diagnostics"]),
  ),
  reading("A nested knob wins over the flat one.", ["config.nested"], (given) =>
    isRecord(given["repair_diagnostics"]) ? { ...given, ...given["repair_diagnostics"] } : given,
  ),
  reading("A flat null hides the nested knob.", ["config.nested"], (given) => {
    const nested = given["repair_diagnostics"]
    if (!isRecord(nested)) return given
    return {
      ...given,
      repair_diagnostics: Object.fromEntries(Object.entries(nested).filter(([name]) => given[name] !== null)),
    }
  }),
  reading(
    "A given threshold leaves repeat_same_observation at its default.",
    ["config.threshold", "actions.repeated_same_observation.threshold"],
    (given) => ({ ...given, repeat_same_observation: given["repeat_same_observation"] ?? 4 }),
  ),
  reading(
    "A given threshold replaces a given repeat_same_observation.",
    ["config.threshold", "actions.repeated_same_observation.threshold"],
    (given) =>
      given["threshold"] == null ? given : { ...given, repeat_same_observation: given["threshold"] },
  ),
  optioned("Absent options enable the detector.", ["config.shape", "actions.turn.disabled"], (options) => ({
    ...options,
    stall_diagnostics: options.stall_diagnostics ?? {},
  })),
  optioned("false enables the detector.", ["config.shape"], (options) => ({
    ...options,
    stall_diagnostics: options.stall_diagnostics === false ? {} : options.stall_diagnostics,
  })),
  optioned("true is read as absent.", ["config.shape"], (options) => ({
    ...options,
    stall_diagnostics: options.stall_diagnostics === true ? undefined : options.stall_diagnostics,
  })),
  optioned("Options of a wrong type are read as absent.", ["config.shape"], (options) => {
    const given: unknown = options.stall_diagnostics
    return {
      ...options,
      stall_diagnostics:
        given === undefined || given === null || typeof given === "boolean" || isRecord(given)
          ? options.stall_diagnostics
          : undefined,
    }
  }),
  reading(
    "A record of options does not enable the detector.",
    ["config.shape", "config.names", "config.host", "actions.turn.disabled"],
    (given) => ({ enabled: false, ...given }),
  ),
  reading("null stands for nothing, not for the default.", ["config.shape"], (given) =>
    "threshold" in given && given["threshold"] === null ? { ...given, threshold: 0 } : given,
  ),
  detector("Knobs that came after Harn V1 are on by default.", ["config.shape", "config.columns"], {
    config: (real) => ({ ...real.config, fold: "same_turn", weak_pass: "keep", repeat_success: 3 }),
  }),
  detector("The recommended column resolves to the base values.", ["config.columns"], {
    config: (real) => ({
      ...real.config,
      fold: "previous_turn",
      repair_aware: false,
      require_verified: false,
    }),
  }),
]
