import { posix } from "node:path"
import type { SyntaxNode } from "@proofloop/parsers"
import { isScript, languageOf } from "../../../code/language.ts"
import { children, field } from "../../../code/syntax_node.ts"
import { withTree } from "../../../code/tree.ts"

export interface Narrowing {
  /** Equal for equal settings. */
  readonly key: string
  readonly line: number
  readonly rule: "narrowed" | "lowered"
  readonly message: string
}

/** Longer configuration is not read. UTF-16 code units. */
const MAX_TEXT = 256 * 1024

/** What linters and measures of coverage leave out decides nothing about which tests run. */
const OF_NO_RUNNER = /(?:^|\/)(?:\.?nycrc?|nyc|eslint|prettier|stylelint|c8)\.config\.[cm]?[jt]s$/

/** The tests that a configuration file leaves out: by its syntax tree in scripts, else by its lines. */
export async function narrowingsIn(path: string, text: string): Promise<readonly Narrowing[]> {
  if (text.length > MAX_TEXT || text === "" || OF_NO_RUNNER.test(path)) return []
  const language = languageOf(path)
  if (isScript(language) && language !== null) {
    return (await withTree(language, text, (root) => scriptNarrowings(root, text))) ?? []
  }
  const name = posix.basename(path)
  // JSON in parentheses is an expression of JavaScript.
  if (/^(?:\.mocharc|jest\.config|\.c8rc)\.jsonc?$/.test(name) || name === "package.json") {
    const script = `(${text}\n)`
    const read = (root: SyntaxNode) =>
      (name === "package.json" ? runnerParts(root, script) : [root]).flatMap((part) =>
        scriptNarrowings(part, script),
      )
    return (await withTree("javascript", script, read)) ?? []
  }
  const patterns = LINES.filter(({ files }) => files.test(name)).flatMap(({ settings }) => settings)
  if (patterns.length === 0) return []
  let section = ""
  let artifact = ""
  return text.split("\n").flatMap((whole, index) => {
    const line = whole.slice(0, 1000).trim()
    artifact = /<artifactId>([^<]{1,200})</.exec(line)?.[1] ?? artifact
    // Another plugin of Maven may be skipped.
    if (line.startsWith("<skip>") && artifact.endsWith("-plugin") && !/surefire|failsafe/.test(artifact))
      return []
    if (line.startsWith("[")) section = line
    // A benchmark or an example of Cargo has a harness of its own, or none.
    if (/^\[\[?(?:bench|example|bin|profile)/.test(section)) return []
    if (/^(?:#|\/\/|<!--)/.test(line)) return []
    return patterns.some((pattern) => pattern.test(line))
      ? [narrowing(line.replaceAll(/\s{1,100}/g, " "), index + 1)]
      : []
  })
}

function narrowing(text: string, line: number): Narrowing {
  return {
    key: text,
    line,
    rule: "narrowed",
    message: `the runner leaves tests out now, or ignores what they say: ${text.slice(0, 160)}`,
  }
}

/** Settings of one line, by the file that holds them. */
const LINES: ReadonlyArray<{ readonly files: RegExp; readonly settings: readonly RegExp[] }> = [
  {
    files: /^(?:\.?pytest\.(?:ini|toml)|tox\.ini|setup\.cfg|pyproject\.toml)$/,
    settings: [
      /^addopts\b.{0,300}(?:--deselect|--ignore|\s-k\b|["'=]\s{0,4}-k\b|\s-m\s{0,4}["']?not\b|--collect-only|--lf\b)/,
      /^(?:["']?(?:--deselect|--ignore(?:-glob)?|-k)\b)/,
      /^(?:collect_ignore|deselect)\b/,
    ],
  },
  {
    files: /^conftest\.py$/,
    settings: [
      /^collect_ignore(?:_glob)?\b/,
      /^(?:session|config)\.exitstatus\s{0,4}=/,
      /^items(?:\[:\]|\.clear\(\)|\s{0,4}=)/,
      /^item\.add_marker\(.{0,60}\b(?:skip|xfail)\b/,
      /^(?:report|rep)\.outcome\s{0,4}=\s{0,4}["'](?:passed|skipped)/,
    ],
  },
  { files: /^Cargo\.toml$/, settings: [/^(?:test|harness|autotests|doctest)\s{0,8}=\s{0,8}false\b/] },
  {
    files: /^pom\.xml$/,
    settings: [
      /<(?:skipTests|skip|maven\.test\.skip|testFailureIgnore|maven\.test\.failure\.ignore)>\s{0,8}true/,
      /<exclude>(?!\$\{).{0,200}Test/,
    ],
  },
  {
    files: /\.gradle(?:\.kts)?$/,
    settings: [
      /^ignoreFailures\s{0,8}(?:=\s{0,8})?true/,
      /^exclude\b.{0,200}[Tt]est/,
      /^(?:test\.)?enabled\s{0,8}=\s{0,8}false/,
      /^excludeTestsMatching\b/,
    ],
  },
]

const EXCLUDING: ReadonlySet<string> = new Set(
  "exclude testPathIgnorePatterns modulePathIgnorePatterns watchPathIgnorePatterns ignore testIgnore excludeSpecPattern ignores".split(
    " ",
  ),
)
const FILES: ReadonlySet<string> = new Set(["include", "testMatch", "spec"])
const PATTERN = /^(?:string|regex)$/
const PATTERNS = /^(?:string|regex|array)$/
const SELECTING: ReadonlySet<string> = new Set("testNamePattern grep grepInvert fgrep".split(" "))
const LENIENT: ReadonlySet<string> = new Set(
  "passWithNoTests dangerouslyIgnoreUnhandledErrors forbidOnly allowOnly".split(" "),
)

/** What no runner looks for tests in. */
const NO_TESTS =
  /node_modules|config|dist|build|\.git|fixture|coverage|\.cache|example|bench|playwright|e2e|cypress|\.next|vendor|out\b|tmp|template|types?\/|\.d\.ts/

/** For a pattern that ends with a test's name, its folder: `checkout.test.ts` is not output. */
function placeOf(pattern: string): string {
  return /(?:^["']|\/)(?:[\w-]{1,100}[._-](?:test|spec)s?|test_\w{1,100})\.\w{1,6}["']$/.test(pattern)
    ? pattern.slice(0, pattern.lastIndexOf("/") + 1)
    : pattern
}

function runnerParts(root: SyntaxNode, text: string): readonly SyntaxNode[] {
  const object = children(children(children(root)[0] ?? null)[0] ?? null)[0] ?? null
  return children(object).filter(
    (pair) =>
      pair.type === "pair" && /^"(?:jest|mocha|ava|vitest|tap)"$/.test(textOf(field(pair, "key"), text)),
  )
}

function scriptNarrowings(root: SyntaxNode, text: string): readonly Narrowing[] {
  const found: Narrowing[] = []
  const waiting: SyntaxNode[] = [root]
  for (let count = 0; count < 50_000; count += 1) {
    const node = waiting.pop()
    if (node === undefined) break
    if (node.type === "pair") {
      const key = textOf(field(node, "key"), text).replaceAll(/["']/g, "")
      const value = field(node, "value")
      // Settings of coverage and linters do not decide which tests run.
      if (key === "coverage" || key === "typecheck" || key === "optimizeDeps") continue
      const line = node.startPosition.row + 1
      if (EXCLUDING.has(key) && value !== null && PATTERNS.test(value.type)) {
        for (const item of value.type === "array" ? children(value) : [value]) {
          const pattern = textOf(item, text)
          if (
            PATTERN.test(item.type) &&
            !NO_TESTS.test(placeOf(pattern)) &&
            (/test|spec/i.test(key) || /test|spec|\*/.test(pattern))
          )
            found.push(narrowing(`${key}: ${pattern}`, line))
        }
        continue
      }
      if (FILES.has(key) && value !== null && PATTERNS.test(value.type)) {
        const items = (value.type === "array" ? children(value) : [value]).map((item) => textOf(item, text))
        // Files by name, without patterns that match others.
        if (
          items.length > 0 &&
          items.every((item) => /^["'][^*({[]{1,200}\.[a-z]{2,4}["']$/.test(item) && /test|spec/.test(item))
        )
          found.push(narrowing(`${key}: ${items.join(", ")}`, line))
      }
      if (SELECTING.has(key)) found.push(narrowing(`${key}: ${textOf(value, text)}`, line))
      if (LENIENT.has(key) && textOf(value, text) === (key === "forbidOnly" ? "false" : "true"))
        found.push(narrowing(`${key}: ${textOf(value, text)}`, line))
    }
    waiting.push(...children(node))
  }
  return found
}

function textOf(node: SyntaxNode | null, text: string): string {
  return node === null ? "" : text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 200))
}
