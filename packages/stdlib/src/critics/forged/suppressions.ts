import { posix } from "node:path"
import { type FileChange, strictText } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/text"
import * as z from "zod"
import { type Language, languageOf } from "../../code/language.ts"
import { readText } from "../../code/readings.ts"
import type { TreeReader } from "../../code/tree_reader.ts"
import type { Violation } from "../verdict.ts"
import { forgedCritic } from "./forged_critic.ts"

export const suppressionReader: TreeReader<readonly Suppression[]> = {
  name: "suppressions",
  read: ({ language, text, captures }) =>
    captures(QUERIES[language] ?? "").flatMap(({ node }) => {
      const words = text
        .slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 300))
        .replaceAll(/\s{1,300}/g, " ")
      const blanket = BLANKET.some((pattern) => pattern.test(words))
      const is_one = blanket || ONE.some((pattern) => pattern.test(words))
      return is_one ? [{ line: node.startPosition.row + 1, text: words, blanket }] : []
    }),
  expects: ({ text }) => ANY.test(text),
}

/** New comments and attributes that silence a linter or a compiler. @requirement critics.forged-suppressed */
export const addedSuppressions = forgedCritic({
  id: "forged-suppressed",
  event_type: "critic_forged_suppressed.fail",
  title: "Added suppressions",
  description:
    "Finds suppressions of linters and compilers that a change adds for a whole file, or many at a time",
  advice:
    "Take the suppressions out, and mend what the tool tells; one that has to stay names its rule and says why.",
  default_in: { gate: true, check: true },
  severity: "warning",
  input: z.object({
    /** A change with at least this many is reported; fewer pass. */
    many: z.int({ error: "a whole number" }).min(1, { error: "at least 1" }).default(20),
  }),
  reads: [suppressionReader],
  async find(change, _facts, { many }) {
    const found: Violation[] = []
    const single: Violation[] = []
    const files = []
    for (const { path, before, after } of change.files) {
      const [old, now] = [
        await suppressionsIn(path, strictText(before)),
        await suppressionsIn(path, strictText(after)),
      ]
      const is_generated = OUTPUT.test(path) || GENERATED.test((strictText(after) ?? "").slice(0, 1000))
      files.push({ path, is_new: before === null, is_generated, old, now })
    }
    const mirrored = new Set<string>()
    // A suppression that moved to another file is not new.
    const gone = files.flatMap(({ old, now }) => newOnes(now, old))
    for (const { path, is_new, is_generated, old, now } of files) {
      for (const one of newOnes(old, now)) {
        const moved = gone.findIndex(({ text }) => text === one.text)
        if (moved !== -1) {
          gone.splice(moved, 1)
          continue
        }
        if (is_new && (!one.blanket || is_generated)) continue
        // A file that exists twice, for another runtime, counts once; in a test an error may be expected.
        const key = `${posix.basename(path)} ${one.text}`
        if (
          !one.blanket &&
          (mirrored.has(`${key} ${one.index}`) || (isTestPath(path) && one.text.includes("expect-error")))
        )
          continue
        mirrored.add(`${key} ${one.index}`)
        const violation = { path, line: one.line, evidence: one.text }
        const told = JSON.stringify(one.text.slice(0, 80))
        if (one.blanket)
          found.push({
            ...violation,
            rule: "blanket",
            message: `${told} silences everything, and this change adds it`,
          })
        else
          single.push({
            ...violation,
            rule: "added",
            message: `${told} silences what a tool would tell, and this change adds it`,
          })
      }
    }
    return single.length >= many && !change.files.some(isStricter) ? [...found, ...single] : found
  },
})

/** A configuration of linters or compilers that asks for more now, which is why there is more to silence. */
function isStricter({ path, before, after }: FileChange): boolean {
  if (!TOOLS.test(path)) return false
  const old = new Set((strictText(before) ?? "").split("\n"))
  return (strictText(after) ?? "").split("\n").some((line) => !old.has(line) && ASKS.test(line))
}

const TOOLS =
  /(?:^|\/)(?:setup\.cfg|tox\.ini|\.?mypy\.ini|pyproject\.toml|\.flake8|\.?pylintrc|\.?ruff\.toml|pyrightconfig\.json|\.eslintrc(?:\.\w{1,5})?|eslint\.config\.\w{1,3}|tsconfig[\w.-]{0,60}\.json|\.golangci\.\w{1,5}|\.?clippy\.toml|Cargo\.toml|biome\.jsonc?|\.oxlintrc\.json|package\.json)$/
const ASKS = /\btrue\b|\berror\b|\bwarn\b|\bdeny\b|\bstrict|\benable|\bdisallow|\bselect\b|:\s{0,4}\[?2\b/i

/** Folders of generated and third-party files. */
const OUTPUT = /(?:^|\/)(?:coverage|lcov-report|htmlcov|dist|vendor|third_party|node_modules)\//

/** Words that a generator writes at the head of its files. */
const GENERATED =
  /@generated\b|\bDO NOT EDIT\b|\b(?:auto|automatically)[- ]?generated\b|\bgenerated by\b|\bdo not modify this file\b/i

interface Suppression {
  readonly line: number
  readonly text: string
  /** Of a whole file, or of every rule. */
  readonly blanket: boolean
}

/** The suppressions of a text beyond the number of equal ones in another text. */
function newOnes(old: readonly Suppression[], now: readonly Suppression[]) {
  const known = new Map<string, number>()
  for (const { text } of old) known.set(text, (known.get(text) ?? 0) + 1)
  return now.flatMap((one) => {
    const count = known.get(one.text) ?? 0
    known.set(one.text, count - 1)
    return count <= 0 ? [{ ...one, index: -count }] : []
  })
}

const ANY =
  /eslint-disable|@ts-(?:ignore|nocheck|expect-error)|biome-ignore|oxlint-disable|tslint:\s{0,4}disable|flake8:|#\s{0,4}noqa|type:\s{0,4}ignore|pylint:\s{0,4}(?:disable|skip-file)|mypy:\s{0,4}ignore|pyright:\s{0,4}ignore|ruff:|nolint|#!?\[(?:allow|expect)\(|SuppressWarnings|nosec|pragma|SuppressMessage|ReSharper|NOLINT|cppcheck-suppress|rubocop:|phpcs:|@(?:phpstan-ignore|psalm-suppress|codingStandardsIgnore)|Suppress\(|ktlint-disable/

async function suppressionsIn(path: string, text: string | null): Promise<readonly Suppression[]> {
  const language = languageOf(path)
  if (language === null || text === null || !ANY.test(text)) return []
  return (await readText(suppressionReader, language, text)) ?? []
}

const SCRIPT = "(comment) @x"

const QUERIES: Readonly<Partial<Record<Language, string>>> = {
  javascript: SCRIPT,
  typescript: SCRIPT,
  tsx: SCRIPT,
  python: "(comment) @x",
  go: "(comment) @x",
  rust: "[(attribute_item) (inner_attribute_item)] @x",
  java: "[(annotation) (line_comment)] @x",
  csharp: "[(comment) (preproc_pragma) (attribute)] @x",
  cpp: "[(comment) (preproc_call)] @x",
  ruby: "(comment) @x",
  php: "(comment) @x",
  kotlin: "[(annotation) (file_annotation) (line_comment)] @x",
}

/** Silence for a whole file, or of all rules. */
const BLANKET: readonly RegExp[] = [
  /^\/\*\s{0,4}eslint-disable\s{0,4}(?:--.{0,200})?\*\/$/,
  /^\/[/*]\s{0,4}(?:tslint:\s{0,4}disable|biome-ignore-all lint:.{0,200})\s{0,4}(?:\*\/)?$/,
  /^\/[/*]\s{0,4}@ts-nocheck\b/,
  /^\/\*\s{0,4}oxlint-disable\s{0,4}\*\/$/,
  /^#\s{0,4}(?:flake8|ruff):\s{0,4}noqa\s{0,4}$/,
  /^#\s{0,4}(?:mypy: ignore-errors|pylint: ?skip-file|pylint: ?disable=all)/,
  /^\/\/ ?nolint(?::all)?\s{0,4}$/,
  /^#!\[allow\((?:warnings|clippy::all|unused)\)\]$/,
  /^@SuppressWarnings\(\{?\s{0,4}"all"/,
  /^#pragma warning disable\s{0,4}$/,
  /^\/\/ ?ReSharper disable All\b/,
  /^\/[/*]\s{0,4}NOLINTBEGIN\s{0,4}(?:\*\/)?$/,
  /^#\s{0,4}rubocop:\s{0,4}(?:disable|todo) all\b/,
  /^(?:\/[/*]{1,2}|#)[\s*]{0,8}(?:phpcs:ignoreFile|phpcs:disable\s{0,4}(?:\*\/)?$|@codingStandardsIgnoreFile)/,
  /^@(?:file:\s{0,4})?Suppress\(\s{0,4}"all"/i,
]

/** Silence of one rule at one place. */
const ONE: readonly RegExp[] = [
  /^\/[/*]\s{0,4}eslint-disable/,
  /^\/[/*]\s{0,4}@ts-(?:ignore|expect-error)/,
  /^\/[/*]\s{0,4}(?:biome-ignore|oxlint-disable)/,
  /^#.{0,100}(?:noqa\b|type: ?ignore|pylint: ?disable|mypy:\s{0,4}ignore|pyright: ?ignore|nosec\b)/,
  /^\/\/ ?(?:nolint|nosec)\b/,
  /^#!?\[(?:allow|expect)\(/,
  /^@SuppressWarnings\(/,
  /^#pragma (?:warning disable|warning ?\( ?disable|(?:GCC|clang) diagnostic ignored)\b/,
  /^SuppressMessage\(/,
  /^\/[/*]\s{0,4}(?:ReSharper disable|NOLINT|cppcheck-suppress|ktlint-disable)/,
  /^#\s{0,4}rubocop:\s{0,4}(?:disable|todo)\b/,
  /^(?:\/[/*]{1,2}|#)[\s*]{0,8}(?:phpcs:(?:ignore|disable)|@phpstan-ignore|@psalm-suppress|@codingStandardsIgnore)/,
  /^@(?:file:\s{0,4})?Suppress\(/,
]
