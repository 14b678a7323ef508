import { resolve } from "node:path"
import { describeValue } from "@proofloop/foundation/errors"
import type { JsonObject } from "@proofloop/foundation/text"
import { JournalError } from "../../errors/journal_error.ts"
import type { RunSettings } from "../../machines/settings.ts"
import type { AgentLoopOptions, VerifyCommand } from "../options.ts"
import type { ToolBox } from "../tool_box.ts"
import { plainJson } from "./plain_json.ts"

/** The configuration of a run in its journal's first record: everything resolved; of functions only that they are set. */
export function describeConfiguration(
  options: AgentLoopOptions,
  settings: RunSettings,
  box: ToolBox,
): JsonObject {
  const { detector, redact: _redact, tool_names, event_content: _content, ...rest } = settings
  const { verify_completion } = options
  return plainJson({
    repair_aware: detector.config.repair_aware,
    stall_diagnostics: detector.config,
    system_prompt: options.system_prompt ?? null,
    workspace_root: options.workspace_root === undefined ? null : resolve(options.workspace_root),
    checks: options.checks ?? [],
    ...(options.declared_dependencies === undefined
      ? {}
      : { declared_dependencies: options.declared_dependencies }),
    ...(options.accepted_removals === undefined ? {} : { accepted_removals: options.accepted_removals }),
    ...(options.parsers === undefined ? {} : { parsers: options.parsers.map(({ name }) => name) }),
    ...rest,
    verify_completion:
      typeof verify_completion === "object" ? describeCommand(verify_completion) : rest.verify_completion,
    "verify_completion_judge.instructions": instructionsOf(options.verify_completion_judge),
    "done_judge.instructions": instructionsOf(options.done_judge),
    max_concurrent_tools: options.max_concurrent_tools ?? null,
    tool_timeout_ms: options.tool_timeout_ms ?? null,
    ...(options.verify_timeout_ms === undefined ? {} : { verify_timeout_ms: options.verify_timeout_ms }),
    ...(options.keep_processes === undefined ? {} : { keep_processes: options.keep_processes }),
    ...(options.model_timeout_ms === undefined ? {} : { model_timeout_ms: options.model_timeout_ms }),
    ...(options.callback_timeout_ms === undefined
      ? {}
      : { callback_timeout_ms: options.callback_timeout_ms }),
    tools: Object.fromEntries(tool_names.map((name) => [name, describeTool(box, name)])),
  }) as JsonObject
}

function instructionsOf(judge: AgentLoopOptions["done_judge"]): string | null {
  return typeof judge === "object" && judge !== null ? (judge.instructions ?? null) : null
}

/** An environment gives its names alone: its values may be keys. */
function describeCommand({ env, ...command }: VerifyCommand): unknown {
  return env === undefined ? command : { ...command, env: Object.keys(env).sort() }
}

function describeTool(box: ToolBox, name: string): unknown {
  const { tool } = box.find(name) ?? {}
  const definition = box.definitions.find((entry) => entry.name === name)
  return {
    description: definition?.description,
    input_schema: definition?.input_schema,
    workspace_root: tool?.workspace_root === undefined ? null : resolve(tool.workspace_root),
    annotations: typeof tool?.annotations === "function" ? "function" : (tool?.annotations ?? {}),
  }
}

/** Throws JournalError `journal_mismatch` naming the first option that differs from the record. */
export function refuseOtherConfiguration(name: string, recorded: JsonObject, given: JsonObject): void {
  const difference = firstDifference(recorded, given, "")
  if (difference === null) return
  const { path, was, is } = difference
  throw new JournalError(
    "mismatch",
    `${name} was begun with ${path} = ${describeValue(was)}, and this loop has ${describeValue(is)}; a run is resumed with the options it was begun with`,
  )
}

interface Difference {
  readonly path: string
  readonly was: unknown
  readonly is: unknown
}

/** The first place, in the order of keys, where two trees of plain data differ; null: nowhere. */
export function firstDifference(was: unknown, is: unknown, path: string): Difference | null {
  if (!isTree(was) || !isTree(is) || Array.isArray(was) !== Array.isArray(is)) {
    return Object.is(was, is) ? null : { path, was, is }
  }
  const keys = new Set([...Object.keys(was), ...Object.keys(is)])
  for (const key of keys) {
    const found = firstDifference(own(was, key), own(is, key), path === "" ? key : `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}

function own(tree: object, key: string): unknown {
  return Object.hasOwn(tree, key) ? Reflect.get(tree, key) : undefined
}

function isTree(value: unknown): value is object {
  return typeof value === "object" && value !== null
}
