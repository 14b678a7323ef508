import { InvalidOptionError, nearestName } from "@proofloop/foundation/errors"
import { isRecord } from "@proofloop/foundation/text"
import type { Tool } from "../protocol/executable_tool.ts"
import type { DeclaredAnnotations } from "../protocol/tool.ts"
import { checkAnnotations } from "../stall/annotations.ts"
import { type AiSdkToolSet, readAiSdkTool } from "./ai_sdk_tools.ts"
import { callsTools, isMcpTools, type McpTools, readMcpTools } from "./mcp_tools.ts"

/** Tools as a host has them: of this library, of the AI SDK by name, or of an MCP server with its client. */
export type ToolSource = Tool | AiSdkToolSet | McpTools

/** One source of tools, or a list of them; a list such as that of `workspaceTools` may stand in it as it is. */
export type ToolsInput = AiSdkToolSet | McpTools | readonly (ToolSource | readonly ToolSource[])[]

interface NamedTool {
  readonly tool: Tool
  /** Where the host gave it. */
  readonly option: string
}

/**
 * The tools a host gave, as this library runs them, with the annotations it declares by name. Throws
 * InvalidOptionError for a missing field, two tools of one name, or annotations of an unknown tool.
 */
export function readTools(
  given: ToolsInput,
  declared: Readonly<Record<string, DeclaredAnnotations>> = {},
  owner = "createAgentLoop",
): readonly NamedTool[] {
  const option = `${owner}.tools`
  const named = readSources(given, option, 2)
  refuseDoubled(named)
  refuseUnknown(declared, named, `${owner}.tool_annotations`)
  return named.map(({ tool, option: where }) => {
    const annotations = Object.hasOwn(declared, tool.name) ? declared[tool.name] : undefined
    return { option: where, tool: annotations === undefined ? tool : { ...tool, annotations } }
  })
}

function readSources(given: unknown, option: string, depth: number): readonly NamedTool[] {
  if (!Array.isArray(given) || depth === 0) return readSource(given, option)
  return given.flatMap((entry: unknown, index) => readSources(entry, `${option}[${index}]`, depth - 1))
}

function readSource(entry: unknown, option: string): readonly NamedTool[] {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    const expected = "a tool, tools of the AI SDK by name, or { tools, client } of an MCP server"
    throw new InvalidOptionError({ option, expected, got: entry })
  }
  if ("then" in entry && typeof entry.then === "function") {
    throw new InvalidOptionError({
      option,
      expected: "the tools themselves, not a promise of them: await it",
      got: entry,
    })
  }
  if (callsTools(entry)) {
    const expected = "its tools beside it: { ...(await client.listTools()), client }"
    throw new InvalidOptionError({ option, expected, got: entry })
  }
  if (isMcpTools(entry)) {
    return readMcpTools(entry, option).map((tool, index) => ({ tool, option: `${option}.tools[${index}]` }))
  }
  if (isOurs(entry)) {
    if (isListedByServer(entry)) {
      const expected =
        "the client beside the tools of an MCP server: { ...(await client.listTools()), client }"
      throw new InvalidOptionError({ option, expected, got: entry })
    }
    if ("name" in entry && entry.name !== undefined) return [{ tool: entry as Tool, option }]
    const expected = "inputSchema" in entry ? NAMELESS : "a name that is not empty"
    throw new InvalidOptionError({ option: `${option}.name`, expected, got: undefined })
  }
  return Object.entries(entry).map(([name, tool]: [string, unknown]) => readNamed(name, tool, option))
}

const NAMELESS = "the name of the tool; tools of the AI SDK have theirs as keys: { weather: tool({ ... }) }"

/** A tool as an MCP server lists it: a name and a JSON Schema, and nothing that runs it. */
function isListedByServer(entry: object): boolean {
  if ("execute" in entry || !("name" in entry) || !("inputSchema" in entry)) return false
  return isRecord(entry.inputSchema) && entry.inputSchema["type"] === "object"
}

/** One tool, complete or not; a record of tools has tools under its names. */
function isOurs(entry: object): boolean {
  return (
    ("name" in entry && typeof entry.name === "string") ||
    ("execute" in entry && typeof entry.execute === "function") ||
    "input_schema" in entry ||
    "inputSchema" in entry
  )
}

function readNamed(name: string, tool: unknown, source: string): NamedTool {
  const option = `${source}.${name}`
  if (!isRecord(tool)) {
    const expected = "a tool of the AI SDK with inputSchema and execute"
    throw new InvalidOptionError({ option, expected, got: tool })
  }
  if ("input_schema" in tool) return { tool: { ...(tool as unknown as Tool), name }, option }
  if (!("inputSchema" in tool)) {
    const expected = "a schema of the arguments"
    throw new InvalidOptionError({ option: `${option}.inputSchema`, expected, got: undefined })
  }
  return { tool: readAiSdkTool(name, tool, option), option }
}

function refuseDoubled(named: readonly NamedTool[]): void {
  const seen = new Map<string, string>()
  for (const { tool, option } of named) {
    if (typeof tool.name !== "string") continue
    const first = seen.get(tool.name)
    if (first !== undefined) {
      const expected = `a name that no other tool has; ${first} has this one already`
      throw new InvalidOptionError({ option: `${option}.name`, expected, got: tool.name })
    }
    seen.set(tool.name, option)
  }
}

function refuseUnknown(
  declared: Readonly<Record<string, DeclaredAnnotations>>,
  named: readonly NamedTool[],
  option: string,
): void {
  const names = named.map(({ tool }) => tool.name)
  for (const [name, annotations] of Object.entries(declared)) {
    if (!names.includes(name)) {
      const did_you_mean = nearestName(name, names)
      const expected = `the name of a tool (${names.join(", ") || "there is none"})`
      throw new InvalidOptionError({ option: `${option}.${name}`, expected, got: name, did_you_mean })
    }
    checkAnnotations(`${option}.${name}`, annotations)
  }
}
