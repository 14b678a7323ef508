import { isRecord } from "@proofloop/foundation/text"
import type { DeclaredAnnotations } from "@proofloop/runtime/internal/detector"
import type { JsonObject } from "./json.ts"
import { difference } from "./match.ts"

/** Tool annotations as a host declares them: `when` entries become a function of the call's arguments. */
export function declaredTools(tools: JsonObject): Record<string, DeclaredAnnotations> {
  return Object.fromEntries(
    Object.entries(tools).map(([name, declared]) => [
      name,
      isRecord(declared) ? annotationsOf(declared) : {},
    ]),
  )
}

function annotationsOf({ when, ...annotations }: JsonObject): DeclaredAnnotations {
  if (!Array.isArray(when)) return annotations
  return (call_arguments) => {
    const fitting: unknown = when.find(
      (entry) => isRecord(entry) && difference(entry["arguments"], call_arguments, "") === null,
    )
    return { ...annotations, ...(isRecord(fitting) ? fitting : {}) }
  }
}
