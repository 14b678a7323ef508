import { canonicalJson } from "../evidence/canonical_json.ts"
import { sha256Hex } from "../evidence/digest.ts"
import type { JsonObject } from "../protocol/json.ts"
import type { DeclaredAnnotations, ToolAnnotations, ToolCall, ToolResult } from "../protocol/tool.ts"
import { bounds, type ProposedCall } from "./state.ts"

const editKinds: ReadonlySet<string> = new Set(["edit", "write", "scaffold", "delete", "mutation", "mutate"])
const longestName = 200

/** Name of a call: `name`, else `tool_name`, else "". Names past 200 characters are replaced by their digest. */
export function callName(call: ToolCall): string {
  return boundedName(call.name ?? call.tool_name)
}

/** Name a result is paired by: `tool_name`, else `name`. */
export function resultName(result: ToolResult): string {
  return boundedName(result.tool_name ?? result.name)
}

/** Arguments of a call: `arguments`, else `tool_args`; anything but a record counts as none. */
export function callArguments(call: ToolCall): JsonObject {
  const given = call.arguments ?? call.tool_args
  return typeof given === "object" && given !== null && !Array.isArray(given) ? (given as JsonObject) : {}
}

/** Identity of an action: digest of its name, a newline and its canonical arguments (repair-loop facts 3.1). */
export function actionDigest(name: string, arguments_text: string): string {
  return sha256Hex(`${name}\n${arguments_text}`)
}

/** Whether the call's tool is declared to write to the workspace (repair-loop facts 6.1). */
export function isEditTool(call: Pick<ProposedCall, "kind" | "mutates">): boolean {
  return call.mutates ?? editKinds.has(call.kind)
}

/** What is kept of a call until its result comes. */
export function proposeCall(call: ToolCall, declared: DeclaredAnnotations | undefined): ProposedCall {
  const call_arguments = callArguments(call)
  const arguments_text = canonicalJson(call_arguments)
  const tool_name = callName(call)
  const annotations = resolveAnnotations(declared, call_arguments)
  return {
    tool_name,
    action: actionDigest(tool_name, arguments_text),
    arguments_text: arguments_text.slice(0, bounds.text),
    command: commandOf(call_arguments),
    ...declaredFields(annotations),
  }
}

/** The proposal with the annotations a result carries itself laid over it. */
export function withResultAnnotations(
  call: ProposedCall,
  annotations: ToolAnnotations | undefined,
): ProposedCall {
  return annotations === undefined ? call : { ...call, ...declaredFields(annotations) }
}

/** Annotations of one call; a function that throws declares nothing. */
export function resolveAnnotations(
  declared: DeclaredAnnotations | undefined,
  call_arguments: JsonObject,
): ToolAnnotations {
  if (declared === undefined) return {}
  if (typeof declared !== "function") return declared
  try {
    return declared(call_arguments)
  } catch {
    return {}
  }
}

function declaredFields(
  annotations: ToolAnnotations,
): Pick<ProposedCall, "kind" | "mutates" | "evidence_role" | "check_id" | "soft"> {
  return {
    kind: (annotations.kind ?? "").toLowerCase(),
    mutates: annotations.mutates ?? null,
    evidence_role: annotations.evidence_role ?? "",
    check_id: annotations.check_id ?? "",
    soft: annotations.soft ?? false,
  }
}

function commandOf(call_arguments: JsonObject): string {
  for (const key of ["command", "cmd", "script"]) {
    const value = Object.hasOwn(call_arguments, key) ? call_arguments[key] : undefined
    if (typeof value === "string") return value.slice(0, bounds.text)
  }
  return ""
}

function boundedName(name: unknown): string {
  const text =
    typeof name === "string" ? name : name === undefined || name === null ? "" : canonicalJson(name)
  return text.length <= longestName ? text : `sha256:${sha256Hex(text)}`
}
