/** The kinds of configuration file whose meaning is judged, by their schema's name in a catalogue. */
export const CONFIG_KINDS = [
  "eslintrc",
  "prettierrc",
  "package",
  "tsconfig",
  "github-workflow",
  "dependabot",
  "cargo",
  "pyproject",
  "composer",
  "version-catalog",
] as const

export type ConfigKind = (typeof CONFIG_KINDS)[number]

/** The format of a path: a bare rc file is JSON if possible, else YAML. `yaml-1.1` reads on, off, yes, no as booleans. */
export type ConfigFormat = "json" | "yaml" | "yaml-1.1" | "toml" | "json-or-yaml"

export interface ConfigFile {
  readonly kind: ConfigKind
  readonly format: ConfigFormat
}

const BY_NAME = new Map<string, ConfigFile>([
  [".eslintrc.json", { kind: "eslintrc", format: "json" }],
  [".eslintrc.yaml", { kind: "eslintrc", format: "yaml" }],
  [".eslintrc.yml", { kind: "eslintrc", format: "yaml" }],
  [".eslintrc", { kind: "eslintrc", format: "json-or-yaml" }],
  [".prettierrc.json", { kind: "prettierrc", format: "json" }],
  [".prettierrc.yaml", { kind: "prettierrc", format: "yaml" }],
  [".prettierrc.yml", { kind: "prettierrc", format: "yaml" }],
  [".prettierrc.toml", { kind: "prettierrc", format: "toml" }],
  [".prettierrc", { kind: "prettierrc", format: "json-or-yaml" }],
  ["package.json", { kind: "package", format: "json" }],
  ["tsconfig.json", { kind: "tsconfig", format: "json" }],
  ["Cargo.toml", { kind: "cargo", format: "toml" }],
  ["pyproject.toml", { kind: "pyproject", format: "toml" }],
  ["composer.json", { kind: "composer", format: "json" }],
])

/** Often broken on purpose, or owned by somebody else. */
const SKIPPED_FOLDERS = new Set(["fixtures", "__fixtures__", "testdata", "node_modules"])

/** The kind of configuration at a path, at any depth; null for a file that is not judged. */
export function configFileAt(path: string): ConfigFile | null {
  const parts = path.replaceAll("\\", "/").split("/")
  const name = parts.at(-1) ?? ""
  if (parts.slice(0, -1).some((folder) => SKIPPED_FOLDERS.has(folder))) return null
  const known = BY_NAME.get(name)
  if (known !== undefined) return known
  if (name.startsWith("tsconfig.") && name.endsWith(".json")) return { kind: "tsconfig", format: "json" }
  if (name.endsWith(".versions.toml")) return { kind: "version-catalog", format: "toml" }
  return parts[0] === ".github" ? githubFileAt(parts, name) : null
}

function githubFileAt(parts: readonly string[], name: string): ConfigFile | null {
  if (!name.endsWith(".yml") && !name.endsWith(".yaml")) return null
  if (parts.length === 3 && parts[1] === "workflows") return { kind: "github-workflow", format: "yaml" }
  if (parts.length === 2 && /^dependabot\.ya?ml$/.test(name))
    return { kind: "dependabot", format: "yaml-1.1" }
  return null
}
