import { canonicalJson, sha256Hex, type JsonObject, isRecord } from "@proofloop/foundation/text"
import { namedFiles } from "../evidence/command/named_files.ts"
import { fieldNames, firstPresent, readField } from "../evidence/read_field.ts"
import type { DeclaredAnnotations, ToolAnnotations, ToolCall, ToolResult } from "../protocol/tool.ts"
import { annotationShapes, EDIT_KINDS } from "./annotations.ts"
import { readOnlyOf, sideEffectsOf } from "./side_effects.ts"
import { BOUNDS, type ProposedCall } from "./state.ts"

const LONGEST_TEXT = 200
/** Names of arguments that stand for something that was started before: `id`, `sessionId`, `bash_id`, `job`. */
const PROCESS = /^(?:(?:.{0,64}_)?ids?|.{0,64}[a-z]I[Dd]s?|pid|job|session|process|task|shell|handle)$/

/** Name of a call: `name`, else `tool_name`, else "". Names past 200 characters are replaced by their digest. */
export function callName(call: ToolCall): string {
  return boundedText(firstPresent(call, ["name", "tool_name"]))
}

/** Name a result is paired by: `tool_name`, else `name`. */
export function resultName(result: ToolResult): string {
  return boundedText(firstPresent(result, ["tool_name", "name"]))
}

/** Arguments of a call: `arguments`, else `tool_args`; anything but a record counts as none. */
export function callArguments(call: ToolCall): JsonObject {
  const given = firstPresent(call, ["arguments", "tool_args"])
  return isRecord(given) ? (given as JsonObject) : {}
}

/** Identity of an action: digest of its name, a newline and its canonical arguments. @requirement actions.key */
function actionDigest(name: string, arguments_text: string): string {
  return sha256Hex(`${name}\n${arguments_text}`)
}

/**
 * Whether the call's tool is declared to write to the workspace.
 * @requirement repair.edit.kinds, repair.edit.mutates
 */
export function isEditTool(call: Pick<ProposedCall, "kind" | "mutates">): boolean {
  return call.mutates ?? EDIT_KINDS.has(call.kind)
}

/** What is kept of a call until its result comes. Reads hostile input: nothing in it can throw or grow the state. */
export function proposeCall(call: ToolCall, declared: DeclaredAnnotations | undefined): ProposedCall {
  const call_arguments = callArguments(call)
  const arguments_text = canonicalJson(call_arguments)
  const tool_name = callName(call)
  return {
    call_id: boundedText(readField(call, "id")),
    tool_name,
    action: actionDigest(tool_name, arguments_text),
    files: namedFiles(call_arguments).slice(0, BOUNDS.files).map(boundedText),
    ...splitProse(call_arguments),
    command: commandOf(call_arguments),
    names_process: fieldNames(call_arguments).some((name) => PROCESS.test(name)),
    ...declaredFields(resolveAnnotations(declared, call_arguments)),
  }
}

/** The proposal with the annotations a result carries itself laid over it. */
export function withResultAnnotations(call: ProposedCall, result: ToolResult): ProposedCall {
  const annotations = readField(result, "annotations")
  return isRecord(annotations) ? { ...call, ...declaredFields(annotations) } : call
}

/** Annotations of one call; a function that throws, or answers no record, declares nothing. */
export function resolveAnnotations(
  declared: DeclaredAnnotations | undefined,
  call_arguments: JsonObject,
): ToolAnnotations {
  try {
    return readAnnotations(typeof declared === "function" ? declared(call_arguments) : declared)
  } catch {
    return {}
  }
}

/** A plain copy of what is declared in the type it should have; anything else is not declared. */
function readAnnotations(given: unknown): ToolAnnotations {
  const declared = Object.entries(annotationShapes).flatMap(([name, { shape }]) => {
    const value = readField(given, name)
    return shape(value) ? [[name, typeof value === "string" ? boundedText(value) : value]] : []
  })
  const read_only = readOnlyOf(given)
  return { ...Object.fromEntries(declared), ...(read_only === undefined ? {} : { read_only }) }
}

/** Text that may enter the state: as it is up to 200 characters, longer by its digest; nothing is "". */
export function boundedText(value: unknown): string {
  const text =
    typeof value === "string" ? value : value === undefined || value === null ? "" : canonicalJson(value)
  return text.length <= LONGEST_TEXT ? text : `sha256:${sha256Hex(text)}`
}

/** Tells prose (a string of three words or more) from values that make a different call. */
function splitProse(call_arguments: JsonObject): Pick<ProposedCall, "arguments_prose" | "arguments_rest"> {
  const prose: string[] = []
  const rest: [string, unknown][] = []
  for (const name of fieldNames(call_arguments)) {
    const value = readField(call_arguments, name)
    if (typeof value === "string" && /\S\s+\S+\s+\S/u.test(value.slice(0, BOUNDS.text))) {
      prose.push(value)
    } else rest.push([name, value])
  }
  return {
    arguments_prose: prose.join("\n").slice(0, BOUNDS.text),
    arguments_rest: prose.length === 0 ? "" : sha256Hex(canonicalJson(rest)),
  }
}

type DeclaredFields = Pick<
  ProposedCall,
  "kind" | "mutates" | "evidence_role" | "check_id" | "soft" | "read_only" | "side_effects" | "declared"
>

function declaredFields(annotations: ToolAnnotations): DeclaredFields {
  const mutates = readField(annotations, "mutates")
  const role = readField(annotations, "evidence_role")
  return {
    kind: boundedText(readField(annotations, "kind")).toLowerCase(),
    mutates: typeof mutates === "boolean" ? mutates : null,
    evidence_role: role === "verification" || role === "observation" ? role : "",
    check_id: boundedText(readField(annotations, "check_id")),
    soft: readField(annotations, "soft") === true,
    read_only: readOnlyOf(annotations) === true,
    side_effects: sideEffectsOf(annotations),
    declared: ["kind", "mutates", "evidence_role", "soft", "read_only", "side_effect_level"].some(
      (name) => (readField(annotations, name) ?? null) !== null,
    ),
  }
}

function commandOf(call_arguments: JsonObject): string {
  const names = fieldNames(call_arguments)
  const command = ["command", "cmd", "script"]
    .map((name) => (names.includes(name) ? readField(call_arguments, name) : undefined))
    .find((value) => typeof value === "string")
  return typeof command === "string" ? command.slice(0, BOUNDS.command) : ""
}
