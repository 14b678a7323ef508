import { sha256Hex, isRecord } from "@proofloop/foundation/text"
import type { StallWarning } from "@proofloop/runtime/internal/detector"
import type { Break, BrokenImplementation } from "../broken_implementation.ts"
import { stepper } from "../parts/define.ts"
import { reported } from "../parts/define_readings.ts"
import { isReply } from "../parts/requests.ts"
import { withWarningsOf } from "../parts/state_change.ts"
import { variant } from "../parts/variants.ts"

/** The arguments' digest in a warning is that of another text. */
const digested: Break<(given: unknown) => string> = (wrong, violates, textOf) =>
  reported(wrong, violates, (warning, request) => {
    const calls = isReply(request) ? request.input.tool_calls : []
    const given = calls.find(({ name }) => name === warning.tool_name)?.arguments ?? {}
    return { ...warning, arguments_digest: `sha256:${sha256Hex(textOf(given))}` }
  })

const isProse = ({ pattern }: StallWarning): boolean =>
  pattern === "no_progress_monologue" || pattern === "errored_no_tool_call"

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_name, entry: unknown) =>
    isRecord(entry) ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))) : entry,
  )
}

export const warnings: readonly BrokenImplementation[] = [
  digested("The digest is that of indented JSON.", ["actions.key.json", "ladder.warning.payload"], (given) =>
    JSON.stringify(given, null, 2),
  ),
  digested("The digest keeps the order in which arguments were given.", ["actions.key.json"], (given) =>
    JSON.stringify(given),
  ),
  digested(
    "The digest is that of JSON as JavaScript writes it: with exponents, and DEL as it is.",
    ["actions.key.json"],
    sortedJson,
  ),
  reported(
    "The signature of a warning shows the tool it is about.",
    ["ladder.warning.payload"],
    (warning) => ({ ...warning, signature: `${warning.tool_name}:${warning.signature}` }),
  ),
  reported(
    "A monologue warning has a tool and a signature.",
    ["ladder.warning.payload", "actions.monologue.trip"],
    (warning) => (isProse(warning) ? { ...warning, tool_name: "message", signature: "monologue" } : warning),
  ),
  reported("A warning does not say in which turn it came.", ["ladder.warning.payload"], (warning) => ({
    ...warning,
    iteration: 0,
  })),
  reported(
    "A warning after a delivered fix does not say so.",
    ["patterns.delivered_fix"],
    ({ remediation_delivered: _delivered, ...warning }) => warning,
  ),
  reported("Arguments that are gone are reported as none.", ["ladder.warning.payload"], (warning) =>
    warning.arguments_digest === "" ? { ...warning, arguments_digest: `sha256:${sha256Hex("{}")}` } : warning,
  ),
  stepper(
    "A streak below its threshold is reported as well.",
    ["ladder.warning.every-trip", "actions.repeated_tool_calls.count"],
    (request, play, _real, options) =>
      withWarningsOf(
        play(request),
        play(
          request,
          variant(options, () => ({ repeat_same_observation: 2 })),
        ),
        () => true,
      ),
  ),
]
