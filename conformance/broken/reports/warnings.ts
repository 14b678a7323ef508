import { sha256Hex, isRecord } from "@proofloop/foundation/text"
import type { StallWarning } from "@proofloop/runtime/detector"
import type { BrokenImplementation } from "../broken_implementation.ts"
import type { DetectorRequest } from "../parts/broken_detector.ts"
import { stepper } from "../parts/define.ts"
import { reported } from "../parts/define_readings.ts"
import { isReply } from "../parts/requests.ts"
import { withWarningsOf } from "../parts/state_change.ts"
import { variant } from "../parts/variants.ts"

function argumentsOf({ tool_name }: StallWarning, request: DetectorRequest): unknown {
  return isReply(request)
    ? (request.input.tool_calls.find(({ name }) => name === tool_name)?.arguments ?? {})
    : {}
}

const isProse = ({ pattern }: StallWarning): boolean =>
  pattern === "no_progress_monologue" || pattern === "errored_no_tool_call"

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_name, entry: unknown) =>
    isRecord(entry) ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))) : entry,
  )
}

export const warnings: readonly BrokenImplementation[] = [
  reported(
    "digest_of_pretty_json",
    "Arguments are hashed as indented JSON.",
    ["actions.key.json", "ladder.warning.payload"],
    (warning, request) => ({
      ...warning,
      arguments_digest: `sha256:${sha256Hex(JSON.stringify(argumentsOf(warning, request), null, 2))}`,
    }),
  ),
  reported(
    "digest_of_unsorted_json",
    "Arguments are hashed in the order they were given.",
    ["actions.key.json"],
    (warning, request) => ({
      ...warning,
      arguments_digest: `sha256:${sha256Hex(JSON.stringify(argumentsOf(warning, request)))}`,
    }),
  ),
  reported(
    "digest_of_host_json",
    "Arguments are hashed as JavaScript writes JSON: with exponents, and DEL as it is.",
    ["actions.key.json"],
    (warning, request) => ({
      ...warning,
      arguments_digest: `sha256:${sha256Hex(sortedJson(argumentsOf(warning, request)))}`,
    }),
  ),
  reported(
    "signature_is_no_digest",
    "The signature of a warning shows the tool it is about.",
    ["ladder.warning.payload"],
    (warning) => ({ ...warning, signature: `${warning.tool_name}:${warning.signature}` }),
  ),
  reported(
    "prose_has_a_signature",
    "A monologue warning has a tool and a signature.",
    ["ladder.warning.payload", "actions.monologue.trip"],
    (warning) => (isProse(warning) ? { ...warning, tool_name: "message", signature: "monologue" } : warning),
  ),
  reported(
    "warning_without_its_turn",
    "A warning does not say in which turn it came.",
    ["ladder.warning.payload"],
    (warning) => ({ ...warning, iteration: 0 }),
  ),
  reported(
    "remediation_is_not_said",
    "A warning after a delivered fix does not say so.",
    ["patterns.delivered_fix"],
    ({ remediation_delivered: _delivered, ...warning }) => warning,
  ),
  reported(
    "digest_of_no_arguments",
    "Arguments that are gone are reported as none.",
    ["ladder.warning.payload"],
    (warning) =>
      warning.arguments_digest === ""
        ? { ...warning, arguments_digest: `sha256:${sha256Hex("{}")}` }
        : warning,
  ),
  stepper(
    "any_repetition_warns",
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
