const PROSE_EXTENSIONS: ReadonlySet<string> = new Set(
  "md mdx markdown txt rst adoc asciidoc org tex log png jpg jpeg gif webp svg ico pdf".split(" "),
)
const PROSE_NAMES: ReadonlySet<string> = new Set(
  "readme changelog license licence notice authors contributors contributing copying codeowners".split(" "),
)
/** Files that tell tools what to ignore, and how editors behave. */
const IGNORED_NAMES =
  /^\.(?:\w{1,20}ignore|gitattributes|gitkeep|editorconfig|mailmap|env\.(?:example|sample|template))$/
const LOCKS =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|bun\.lockb|go\.sum|packages\.lock\.json|.{1,80}\.lock)$/
const GENERATED_NAMES = /\.(?:min\.(?:js|css)|map|snap\.new|pyc|class|o|obj|exe|dll|so|dylib|tmp|bak|orig)$/
const GENERATED_FOLDERS =
  /(?:^|[/\\])(?:node_modules|dist|coverage|__pycache__|\.next|\.nuxt|\.turbo|\.cache|\.venv|site-packages)[/\\]/
/** Settings of services and editors, which no check here runs. */
const ELSEWHERE =
  /(?:^|[/\\])\.(?:github|gitlab|circleci|vscode|idea|zed|cursor|codex|gemini|qwen|claude[\w-]{0,20})[/\\]/

/** Texts that tools read. */
const READ_BY_TOOLS = /^(?:requirements|constraints|cmakelists)[\w.-]{0,40}\.txt$/

/** Whether a check could judge a file, by its name: not prose, pictures, logs, locks, generated files and settings of services. */
export function isJudged(path: string): boolean {
  if (GENERATED_FOLDERS.test(path) || ELSEWHERE.test(path)) return false
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase()
  if (IGNORED_NAMES.test(name) || LOCKS.test(name) || GENERATED_NAMES.test(name)) return false
  if (READ_BY_TOOLS.test(name)) return true
  const dot = name.lastIndexOf(".")
  return dot <= 0 ? !PROSE_NAMES.has(name) : !PROSE_EXTENSIONS.has(name.slice(dot + 1))
}
