import { isRecord, parsedJson } from "@proofloop/foundation/text"
import type { EcosystemName, Part } from "./ecosystems.ts"
import type { Repository } from "./repository.ts"

export interface ManifestFile {
  readonly path: string
  readonly text: string
  /** null: no JSON object. */
  readonly data: Readonly<Record<string, unknown>> | null
}

/** The readable manifests of an ecosystem, at most 50, nearest to the root first. */
export async function manifestsOf(
  repository: Repository,
  name: EcosystemName,
): Promise<readonly ManifestFile[]> {
  const part = partOf(repository, name)
  const files: ManifestFile[] = []
  for await (const { path, text } of repository.texts(part?.manifests.slice(0, 50) ?? [])) {
    files.push({ path, text, data: path.endsWith(".json") ? objectOf(text) : null })
  }
  return files
}

export function partOf({ parts }: Pick<Repository, "parts">, name: EcosystemName): Part | undefined {
  return parts.find(({ ecosystem }) => ecosystem.name === name)
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  const data = parsedJson(text.replace(/^\uFEFF/, ""))
  return isRecord(data) ? data : null
}

/** The line of a key in JSON, from 1; null if missing. */
export function keyLine(text: string, key: string): number | null {
  const at = text.split("\n").findIndex((line) => line.trimStart().startsWith(`${JSON.stringify(key)}:`))
  return at < 0 ? null : at + 1
}

/** A table of a TOML text or a section of an INI text: its header's line from 1, and its lines. null: it is missing. */
function sectionOf(
  text: string,
  name: string,
): { readonly line: number; readonly lines: readonly string[] } | null {
  const lines = text.split("\n")
  const at = lines.findIndex((line) => line.trim() === `[${name}]`)
  if (at < 0) return null
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => /^\s{0,16}\[{1,2}[\w."' -]{1,200}\]/.test(line))
  return { line: at + 1, lines: end < 0 ? rest : rest.slice(0, end) }
}

/** An entry of a TOML table or an INI section, its value as written; null: it is missing. */
export function entryOf(
  text: string,
  section: string,
  key: string,
): { readonly line: number; readonly value: string } | null {
  const found = sectionOf(text, section)
  const at =
    found?.lines.findIndex((line) => {
      const trimmed = line.trimStart()
      return trimmed.startsWith(key) && /^\s{0,16}[=:.]/.test(trimmed.slice(key.length))
    }) ?? -1
  if (found === null || at < 0) return null
  const line = found.lines[at] ?? ""
  return { line: found.line + 1 + at, value: line.slice(line.search(/[=:]/) + 1).trim() }
}
