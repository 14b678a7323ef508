import type { Fingerprint } from "../repository/fingerprint.ts"
import { dataBlock, promptLine } from "./data_block.ts"

const MAX_LANGUAGES = 5
const MAX_DEPENDENCIES = 12
const MAX_LISTED = 40

/** The makeup of the repository: frameworks, five languages, twelve dependencies an ecosystem. "" when it is unknown. */
export function fingerprintBlock(fingerprint: Fingerprint | null): string {
  if (fingerprint === null) return ""
  const { languages, stack, declared_frameworks, declared_deps, entrypoints, manifest_files } = fingerprint
  const counted = languages.map(({ name, files }) => `${name} (${files})`)
  const lines = [
    ...line("languages", counted, MAX_LANGUAGES),
    ...line("stack", stack, MAX_LISTED),
    `declared_frameworks: ${declared_frameworks.length === 0 ? "(none)" : listed(declared_frameworks, MAX_LISTED)}`,
    ...(["rust", "npm", "python", "go", "java"] as const).flatMap((ecosystem) =>
      line(`declared_deps.${ecosystem}`, declared_deps[ecosystem] ?? [], MAX_DEPENDENCIES),
    ),
    ...line("entrypoints", entrypoints, MAX_LISTED),
    ...line("manifest_files", manifest_files, MAX_LISTED),
  ]
  return `## REPOSITORY FINGERPRINT (GROUND TRUTH)

Read from the manifests of this repository.
${dataBlock(lines.join("\n"))}
Plan nothing that brings in a framework, a library or a tool that is not listed here, and let no document claim one.`
}

function line(name: string, values: readonly string[], most: number): readonly string[] {
  return values.length === 0 ? [] : [`${name}: ${listed(values, most)}`]
}

function listed(values: readonly string[], most: number): string {
  const shown = values.slice(0, most).map((value) => promptLine(value, 100))
  const left = values.length - shown.length
  return `${shown.join(", ")}${left > 0 ? ` (+${left} more)` : ""}`
}
