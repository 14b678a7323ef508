import { posix } from "node:path"
import { isOfTable, languageOf, type TableLanguage } from "../../code/language.ts"
import { isDoc } from "../docs/doc_text.ts"

export type SyntaxFormat =
  | "toml"
  | "json"
  | "jsonc"
  | "json_or_yaml"
  | "yaml"
  | "xml"
  | "dockerfile"
  | "python"
  | "script"
  | TreeFormat

/** Languages that only a tree-sitter grammar reads. */
export type TreeFormat = "go" | "rust" | "java" | TableLanguage

/** The format in which G2 reads a file, by its extension in any case, and by file names whose tool allows more. */
export function syntaxFormat(path: string): SyntaxFormat | undefined {
  const lower = path.toLowerCase()
  const name = posix.basename(lower)
  if (EITHER_NAMES.has(name)) return "json_or_yaml"
  if (isDockerfile(path)) return "dockerfile"
  if (COMMENTED_JSON.some((pattern) => pattern.test(lower))) return "jsonc"
  const language = languageOf(path)
  if (isOfTable(language)) return language
  return formats.get(posix.extname(name)) ?? (XML_NAME.test(name) ? "xml" : undefined)
}

/** `Dockerfile`, `api.dockerfile`, and `Dockerfile.dev` unless its extension is that of another format. */
function isDockerfile(path: string): boolean {
  const name = posix.basename(path)
  if (/^(?:docker|container)file$/i.test(name) || /\.(?:docker|container)file$/i.test(name)) return true
  if (!isVariantOfDockerfile(path) || name.endsWith(".dockerignore")) return false
  return languageOf(path) === null && !isDoc(path) && !formats.has(posix.extname(name.toLowerCase()))
}

/** Whether the name has more behind `Dockerfile`, which may say that a program makes one of it. */
export function isVariantOfDockerfile(path: string): boolean {
  return /^(?:Docker|Container)file[-.]/.test(posix.basename(path))
}

/** XML by the endings of builds, of editors of user interfaces, and of documents. */
const XML_NAME =
  /\.(?:xml|pom|svg|xsd|xslt?|wsdl|plist|xaml|axaml|fxml|resx|nuspec|slnx|ruleset|runsettings|props|targets|proj|projitems|[a-z]{2,6}proj|xlf|xliff|storyboard|xib|iml|kml|gpx|atom|jelly|qrc)$|^(?:web|app|nuget|packages)(?:\.\w{1,40})?\.config$/

const formats = new Map<string, SyntaxFormat>([
  [".toml", "toml"],
  [".json", "json"],
  [".jsonc", "jsonc"],
  [".yml", "yaml"],
  [".yaml", "yaml"],
  [".py", "python"],
  [".pyi", "python"],
  [".go", "go"],
  [".rs", "rust"],
  [".java", "java"],
  ...[".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"].map(
    (extension) => [extension, "script"] as const,
  ),
])

const EITHER_NAMES = new Set([".prettierrc", ".eslintrc"])

/** JSON files whose tool accepts comments, most of them trailing commas too. */
const COMMENTED_JSON: readonly RegExp[] = [
  /(?:^|\/)(?:tsconfig|jsconfig)[^/]{0,100}\.json$/,
  /[.-]tsconfig\.json$/,
  /(?:^|\/)\.(?:vscode|devcontainer|zed)\/[^/]+\.json$/,
  /\.code-workspace$/,
  /(?:^|\/)\.(?:eslintrc|jshintrc|swcrc|oxlintrc|babelrc|luarc|jscsrc)(?:\.json)?$/,
  /(?:^|\/)(?:devcontainer|turbo|biome|deno|tslint|api-extractor|angular|nx|project|typedoc|cspell|rush|renovate|wrangler|babel\.config)\.json$/,
]

export type ConfigFamily = "toml" | "ini"

/** The family of a configuration file by its exact name, else by its suffix in any case; dialects other than Python's are left out. */
export function configFamily(path: string): ConfigFamily | undefined {
  const name = posix.basename(path)
  if (TOML_NAMES.has(name)) return "toml"
  if (INI_NAMES.has(name)) return "ini"
  if (OTHER_DIALECTS.has(name.toLowerCase()) || isOfPhp(path)) return undefined
  const extension = posix.extname(name).toLowerCase()
  if (extension === ".toml") return "toml"
  return extension === ".ini" || extension === ".cfg" ? "ini" : undefined
}

/** PHP reads files without sections from folders such as `php/` and `conf.d/`. */
function isOfPhp(path: string): boolean {
  const folders = posix.dirname(path.toLowerCase()).split("/")
  return (
    path.toLowerCase().endsWith(".ini") && folders.some((name) => name === "conf.d" || name.includes("php"))
  )
}

/** Whether the name alone says that Python's configparser reads the file. */
export function isPythonIni(path: string): boolean {
  return INI_NAMES.has(posix.basename(path))
}

export const TOML_NAMES: ReadonlySet<string> = new Set([
  "pyproject.toml",
  ".ruff.toml",
  "ruff.toml",
  "uv.toml",
  "mypy.toml",
  "rustfmt.toml",
  ".rustfmt.toml",
  "clippy.toml",
  ".clippy.toml",
  "Cargo.toml",
])

export const INI_NAMES: ReadonlySet<string> = new Set([
  "setup.cfg",
  "tox.ini",
  ".flake8",
  ".pylintrc",
  "pylintrc",
  ".coveragerc",
  "mypy.ini",
  ".mypy.ini",
  ".isort.cfg",
])

/** Files that repeat options, or have bare words, on purpose. */
const OTHER_DIALECTS = new Set(["php.ini", ".user.ini", "my.ini", "desktop.ini", "haproxy.cfg", "grub.cfg"])
