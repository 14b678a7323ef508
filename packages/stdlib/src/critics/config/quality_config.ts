import { compileGlob } from "@proofloop/foundation/files"
import { isRecord, readMember } from "@proofloop/foundation/text"
import type { KeyPath, Position } from "@proofloop/parsers"
import type { ConfigFormat } from "./matchers.ts"
import { parseDocument } from "./parse_document.ts"

export type QualityTool = "editorconfig" | "prettier" | "eslint"

export interface Setting extends Position {
  readonly value: unknown
}

/** What one file says to tools that format and lint scripts. */
export interface QualityConfig {
  readonly path: string
  readonly folder: string
  readonly tools: ReadonlySet<QualityTool>
  /** A setting for the scripts of a folder; undefined: this file does not set it. */
  readonly setting: (tool: QualityTool, key: string, folder: string) => Setting | undefined
}

const NAMES = new Map<string, { readonly tools: readonly QualityTool[]; readonly format?: ConfigFormat }>([
  [".editorconfig", { tools: ["editorconfig"] }],
  [".prettierrc", { tools: ["prettier"], format: "json-or-yaml" }],
  [".prettierrc.json", { tools: ["prettier"], format: "json" }],
  [".prettierrc.yml", { tools: ["prettier"], format: "yaml" }],
  [".prettierrc.yaml", { tools: ["prettier"], format: "yaml" }],
  [".prettierrc.toml", { tools: ["prettier"], format: "toml" }],
  [".prettierrc.js", { tools: ["prettier"] }],
  [".prettierrc.cjs", { tools: ["prettier"] }],
  [".eslintrc", { tools: ["eslint"], format: "json-or-yaml" }],
  [".eslintrc.json", { tools: ["eslint"], format: "json" }],
  [".eslintrc.yml", { tools: ["eslint"], format: "yaml" }],
  [".eslintrc.yaml", { tools: ["eslint"], format: "yaml" }],
  [".eslintrc.js", { tools: ["eslint"] }],
  [".eslintrc.cjs", { tools: ["eslint"] }],
  ["eslint.config.js", { tools: ["eslint"] }],
  ["eslint.config.cjs", { tools: ["eslint"] }],
  ["eslint.config.mjs", { tools: ["eslint"] }],
  ["package.json", { tools: ["prettier", "eslint"], format: "json" }],
])

/** Whether a path is one of the 18 files that set the style of scripts. */
export function isQualityConfig(path: string): boolean {
  return NAMES.has(nameOf(path))
}

/** "" for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0))
}

/** Reads such a file; one that does not parse, or is a program, sets nothing. */
export async function readQualityConfig(path: string, text: string): Promise<QualityConfig> {
  const { tools = [], format } = NAMES.get(nameOf(path)) ?? {}
  const folder = folderOf(path)
  if (tools.includes("editorconfig")) {
    const sections = parseEditorconfig(text)
    return {
      path,
      folder,
      tools: new Set(tools),
      setting(tool, key, scripts) {
        if (tool !== "editorconfig") return undefined
        const below = scripts.startsWith(folder) ? scripts.slice(folder.length).replace(/^\//, "") : ""
        const found = editorconfigValue(sections, key, below)
        return found?.value === "tab" ? editorconfigValue(sections, "tab_width", below) : found
      },
    }
  }
  const document = format === undefined ? null : await parseDocument(text, format)
  const roots = new Map<QualityTool, KeyPath>(
    nameOf(path) === "package.json"
      ? [
          ["prettier", ["prettier"]],
          ["eslint", ["eslintConfig"]],
        ]
      : tools.map((tool) => [tool, []]),
  )
  const dataOf = (tool: QualityTool) => roots.get(tool)?.reduce(member, document?.data)
  return {
    path,
    folder,
    tools: new Set(tools.filter((tool) => nameOf(path) !== "package.json" || isRecord(dataOf(tool)))),
    setting(tool, key) {
      const data = dataOf(tool)
      const found = tool === "prettier" ? prettierOption(data, key) : eslintRule(data, key)
      if (found === undefined || document === null) return undefined
      return { value: found.value, ...document.locate([...(roots.get(tool) ?? []), ...found.path]) }
    },
  }
}

interface Found {
  readonly value: unknown
  readonly path: KeyPath
}

/** An override for scripts counts more than the option itself. */
function prettierOption(data: unknown, key: string): Found | undefined {
  const overrides = readMember(data, "overrides")
  const list: readonly unknown[] = Array.isArray(overrides) ? overrides : []
  const index = list.findLastIndex(
    (override) => coversScripts(override) && readMember(readMember(override, "options"), key) !== undefined,
  )
  if (index !== -1) {
    const value = readMember(readMember(list[index], "options"), key)
    return { value, path: ["overrides", index, "options", key] }
  }
  const value = readMember(data, key)
  return value === undefined ? undefined : { value, path: [key] }
}

function coversScripts(override: unknown): boolean {
  const files = [readMember(override, "files")].flat()
  return files.some((glob) => typeof glob === "string" && glob.length <= 256 && compileGlob(glob)("index.js"))
}

/** The choice of an active rule: `["error", "always"]` is "always". A severity alone makes no choice. */
function eslintRule(data: unknown, key: string): Found | undefined {
  const rule = readMember(readMember(data, "rules"), key)
  const parts: readonly unknown[] = Array.isArray(rule) ? rule : ["error", rule]
  const severity = String(parts[0]).toLowerCase()
  const choice = parts[1]
  if (severity === "off" || severity === "0" || typeof choice !== "string") return undefined
  if (["off", "warn", "error"].includes(choice.toLowerCase())) return undefined
  return { value: choice, path: ["rules", key] }
}

function member(value: unknown, key: string | number): unknown {
  return readMember(value, String(key))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1)
}

interface EditorconfigSection {
  readonly glob: string
  /** Keys and values in lower case, as the format has it. */
  readonly pairs: ReadonlyArray<{ readonly key: string; readonly value: string } & Position>
}

/** The files whose settings count for JavaScript and TypeScript; the first with a value wins. */
const PROBES = ["index.js", "index.ts", "index.jsx", "index.tsx", "index.json"]

/** The sections of an .editorconfig, in order. Settings before the first section belong to no file and are left out. */
function parseEditorconfig(text: string): readonly EditorconfigSection[] {
  const sections: Array<{ glob: string; pairs: Array<EditorconfigSection["pairs"][number]> }> = []
  text.split(/\r?\n/).forEach((line, index) => {
    const plain = line.trim()
    if (plain === "" || plain.startsWith("#") || plain.startsWith(";")) return
    if (plain.startsWith("[") && plain.endsWith("]")) {
      sections.push({ glob: plain.slice(1, -1), pairs: [] })
      return
    }
    const equals = plain.indexOf("=")
    if (equals === -1) return
    const column = line.length - line.trimStart().length + 1
    const value = plain.slice(equals + 1).trim()
    sections.at(-1)?.pairs.push({
      key: plain.slice(0, equals).trim().toLowerCase(),
      value:
        value
          .split(/[ \t][#;]/, 1)[0]
          ?.trimEnd()
          .toLowerCase() ?? "",
      line: index + 1,
      column,
    })
  })
  return sections
}

/** A key for scripts in a folder relative to the .editorconfig ("": its own): the last matching section, or undefined. */
function editorconfigValue(
  sections: readonly EditorconfigSection[],
  key: string,
  folder: string,
): ({ readonly value: string } & Position) | undefined {
  for (const probe of PROBES) {
    const path = folder === "" ? probe : `${folder}/${probe}`
    const found = sections
      .filter(({ glob }) => matches(glob, path))
      .flatMap(({ pairs }) => pairs)
      .findLast((pair) => pair.key === key)
    if (found !== undefined && found.value !== "unset") return found
  }
  return undefined
}

function matches(glob: string, path: string): boolean {
  if (glob.length > 256) return false
  if (glob === "*" || glob === "**") return true
  // A star right before the extension spans folders when the glob names none.
  return compileGlob(glob.replaceAll("**.", "**/*."))(path)
}
