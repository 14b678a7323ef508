import { InvalidOptionError, isInvalidOptionError } from "@proofloop/foundation/errors"
import { isRecord } from "@proofloop/foundation/text"
import { type Knob, knobs, createDetector } from "@proofloop/runtime/detector"
import type { BrokenImplementation } from "./broken_implementation.ts"
import { detector } from "./parts/define.ts"

type Violates = BrokenImplementation["violates"]
type Given = Record<string, unknown>

const rows: ReadonlyMap<string, Knob> = new Map(knobs.map((knob) => [knob.name, knob]))

/** Options are read as others before the real ones see them; flat and nested knobs alike. */
function reading(
  id: string,
  wrong: string,
  violates: Violates,
  change: (given: Given) => Given,
): BrokenImplementation {
  return detector(id, wrong, violates, {
    options: (options) => {
      const given: unknown = options.stall_diagnostics
      if (!isRecord(given)) return options
      return { ...options, stall_diagnostics: change(given) }
    },
  })
}

/** Each knob's value is read as another one; undefined leaves the knob out. */
function values(
  id: string,
  wrong: string,
  violates: Violates,
  change: (value: unknown, knob: Knob) => unknown,
): BrokenImplementation {
  const each = (given: Given): Given =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        if (name === "repair_diagnostics" && isRecord(value)) return [name, each(value)]
        const knob = rows.get(name === "allow_repeated_tools" ? "exempt_tools" : name)
        return [name, knob === undefined || value === null ? value : change(value, knob)]
      }),
    )
  return reading(id, wrong, violates, each)
}

/** Whether something is refused is right, what is said about it is not. */
function refusing(
  id: string,
  wrong: string,
  violates: Violates,
  change: (error: InvalidOptionError) => unknown,
): BrokenImplementation {
  return {
    id,
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
  }
}

const predicates: ReadonlySet<string> = new Set(["hard_recurrence", "long_stall", "write_axis"])

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
    "bad_integers_fall_back",
    "An integer that is not valid stands for the default.",
    ["config.integers", "config.nested"],
    (value, knob) => (isValid(value, knob) ? value : undefined),
  ),
  values("minimum_is_excluded", "An integer must be above its minimum.", ["config.integers"], (value, knob) =>
    knob.value.type === "integer" && value === knob.value.minimum ? -1 : value,
  ),
  values(
    "booleans_are_coerced",
    "A boolean knob takes any value by its truth.",
    ["config.booleans", "config.host"],
    (value, knob) =>
      knob.value.type === "boolean"
        ? Boolean(value)
        : knob.value.type === "switches" && isRecord(value)
          ? Object.fromEntries(
              Object.entries(value).map(([name, on]) => [name, predicates.has(name) ? Boolean(on) : on]),
            )
          : value,
  ),
  values("booleans_are_texts", "A boolean knob wants a text.", ["config.booleans"], (value, knob) =>
    knob.value.type === "boolean" ? String(value) : value,
  ),
  values(
    "bad_choices_fall_back",
    "An unknown choice stands for the default.",
    ["config.choices"],
    (value, knob) =>
      knob.value.type === "choice" && !knob.value.choices.includes(String(value)) ? undefined : value,
  ),
  values(
    "only_base_choices",
    "A knob of choices accepts its base alone.",
    ["config.choices"],
    (value, knob) => (knob.value.type === "choice" && value !== knob.base ? "other" : value),
  ),
  values("lists_are_made", "A knob of names makes a list of anything.", ["config.lists"], (value, knob) =>
    knob.value.type === "names" ? (Array.isArray(value) ? value : [value]).map(String) : value,
  ),
  values(
    "lists_are_refused",
    "A knob of names refuses a list.",
    ["config.lists", "config.names"],
    (value, knob) => (knob.value.type === "names" && Array.isArray(value) ? value.join() : value),
  ),
  values(
    "host_functions_are_dropped",
    "What only a loop can call is ignored.",
    ["config.host"],
    (value, knob) => (knob.value.type === "host" ? undefined : value),
  ),
  reading(
    "null_callbacks_are_refused",
    "A callback that is null is refused as if it were given.",
    ["config.host"],
    (given) => ("action_signal" in given ? { ...given, action_signal: "null" } : given),
  ),
  reading(
    "unknown_names_are_ignored",
    "Names that do not exist are ignored.",
    ["config.names", "config.nested"],
    (given) => {
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
          ? Object.fromEntries(Object.entries(switches).filter(([name]) => predicates.has(name)))
          : switches,
      }
    },
  ),
  detector(
    "unknown_options_are_ignored",
    "Options beside stall_diagnostics that do not exist are ignored.",
    ["config.names"],
    {
      options: ({ stall_diagnostics, tools, workspace_root, checks, parsers }) => ({
        stall_diagnostics,
        tools,
        workspace_root,
        checks,
        parsers,
      }),
    },
  ),
  reading(
    "alias_is_unknown",
    "allow_repeated_tools and repair_diagnostics are no known names.",
    ["config.names", "config.nested"],
    (given) =>
      "allow_repeated_tools" in given || "repair_diagnostics" in given ? { ...given, unknown: true } : given,
  ),
  refusing(
    "no_suggestions",
    "A refusal does not say what was meant.",
    ["config.names", "config.choices"],
    (error) => new InvalidOptionError({ option: error.option, expected: "something else", got: null }),
  ),
  refusing(
    "refusals_name_no_path",
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
  reading("nested_is_not_read", "A nested repair_diagnostics means nothing.", ["config.nested"], (given) =>
    without(given, ["repair_diagnostics"]),
  ),
  reading("nested_wins", "A nested knob wins over the flat one.", ["config.nested"], (given) =>
    isRecord(given["repair_diagnostics"]) ? { ...given, ...given["repair_diagnostics"] } : given,
  ),
  reading("flat_null_wins", "A flat null hides the nested knob.", ["config.nested"], (given) => {
    const nested = given["repair_diagnostics"]
    if (!isRecord(nested)) return given
    return {
      ...given,
      repair_diagnostics: Object.fromEntries(Object.entries(nested).filter(([name]) => given[name] !== null)),
    }
  }),
  reading(
    "threshold_is_not_the_default",
    "A given threshold leaves repeat_same_observation at its default.",
    ["config.threshold"],
    (given) => ({ ...given, repeat_same_observation: given["repeat_same_observation"] ?? 4 }),
  ),
  reading(
    "threshold_wins",
    "A given threshold replaces a given repeat_same_observation.",
    ["config.threshold"],
    (given) =>
      given["threshold"] == null ? given : { ...given, repeat_same_observation: given["threshold"] },
  ),
  detector("absent_is_enabled", "Absent options enable the detector.", ["config.shape"], {
    options: (options) => ({ ...options, stall_diagnostics: options.stall_diagnostics ?? {} }),
  }),
  detector("false_is_absent_and_enabled", "false enables the detector.", ["config.shape"], {
    options: (options) => ({
      ...options,
      stall_diagnostics: options.stall_diagnostics === false ? {} : options.stall_diagnostics,
    }),
  }),
  detector("true_is_nothing", "true is read as absent.", ["config.shape"], {
    options: (options) => ({
      ...options,
      stall_diagnostics: options.stall_diagnostics === true ? undefined : options.stall_diagnostics,
    }),
  }),
  detector("any_type_is_taken", "Options of a wrong type are read as absent.", ["config.shape"], {
    options: (options) => {
      const given: unknown = options.stall_diagnostics
      return {
        ...options,
        stall_diagnostics:
          given === undefined || given === null || typeof given === "boolean" || isRecord(given)
            ? options.stall_diagnostics
            : undefined,
      }
    },
  }),
  reading(
    "record_is_disabled",
    "A record of options does not enable the detector.",
    ["config.shape", "config.names", "config.host"],
    (given) => ({ enabled: false, ...given }),
  ),
  reading("null_is_zero", "null stands for nothing, not for the default.", ["config.shape"], (given) =>
    "threshold" in given && given["threshold"] === null ? { ...given, threshold: 0 } : given,
  ),
  detector(
    "later_knobs_are_on",
    "Knobs that came after Harn V1 are on by default.",
    ["config.shape", "config.columns"],
    {
      config: (real) => ({ ...real.config, fold: "same_turn", weak_pass: "keep", repeat_success: 3 }),
    },
  ),
  detector("recommended_is_base", "The recommended column resolves to the base values.", ["config.columns"], {
    config: (real) => ({
      ...real.config,
      fold: "previous_turn",
      repair_aware: false,
      require_verified: false,
    }),
  }),
]
