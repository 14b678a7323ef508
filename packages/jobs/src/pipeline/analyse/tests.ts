import { posix } from "node:path"
import { readMember } from "@proofloop/foundation/text"
import { defineAnalyser } from "./analyser.ts"
import { faults, holds, lacks, lacksFile } from "./finding.ts"
import { keyLine, manifestsOf, partOf } from "./repository/manifest.ts"
import { isGenerated, lineLike, type Repository } from "./repository/repository.ts"

/**
 * Whether there are tests, enough of them, and one command that runs them. Fails without any test. The metric
 * `test_results` tells whether they pass, when the repository's own tests may run.
 */
export const tests = defineAnalyser({
  name: "tests",
  title: "Tests",
  weight: 3,
  nothing: "no code in a language that is read",
  checks: [
    {
      looks_at: "a test: by its name, in a source of Rust, or as an example in a doc comment",
      points: 40,
      decisive: true,
      async judge(repository) {
        if (repository.parts.length === 0) return null
        const [first] = repository.tests.filter(holdsTests)
        if (first !== undefined) return holds(first, null, `${counted(repository.tests.length)} with tests`)
        const [inline] = (await measure(repository)).inline
        if (inline !== undefined) return holds(inline.path, inline.line, "tests stand in the sources")
        if (repository.is_part) return null
        return lacksFile(firstTest(repository), "there are no tests", {
          title: "Write the first tests",
          description: `There is no test. Begin with what ${largest(await measure(repository))} does for its callers.`,
        })
      },
    },
    {
      looks_at: "at least 3 lines of tests for 10 lines of sources",
      points: 25,
      async judge(repository) {
        const { source_lines, test_lines, largest_source } = await measure(repository)
        if (source_lines === 0 || test_lines === 0 || repository.is_part) return null
        const ratio = test_lines / source_lines
        const path = repository.tests[0] ?? largest_source ?? "."
        const what = `${test_lines} lines of tests for ${source_lines} lines of sources`
        if (ratio >= WANTED_RATIO) return holds(path, null, what)
        return lacks(
          [{ path, line: null, what }],
          {
            title: "Test more of the sources",
            description: `There are ${what}. Begin with ${largest_source ?? "the largest source"}.`,
            file_hints: largest_source === null ? [] : [largest_source],
            action: "create",
          },
          ratio / WANTED_RATIO,
        )
      },
    },
    {
      looks_at: "a `test` script in package.json; the other languages have a command by custom",
      points: 20,
      async judge(repository) {
        const [first] = await manifestsOf(repository, "npm")
        if (first === undefined || repository.tests.length === 0 || first.data === null) return null
        if (!repository.tests.some((path) => /\.[cm]?[jt]sx?$/.test(path))) return null
        const scripts = readMember(first.data, "scripts")
        const names = typeof scripts === "object" && scripts !== null ? Object.keys(scripts) : []
        const script = readMember(scripts, "test")
        const is_real = typeof script === "string" && !script.includes("no test specified")
        const name = is_real ? "test" : names.find((one) => /test|check|ci\b/.test(one) && one !== "test")
        return name === undefined
          ? lacks(
              [{ path: first.path, line: keyLine(first.text, "scripts"), what: "no script runs the tests" }],
              {
                title: "Give package.json a test script",
                description: `${first.path} has no script that runs the tests in ${repository.tests[0] ?? "the repository"}: add "test".`,
                file_hints: [first.path],
                action: "modify",
              },
            )
          : holds(first.path, keyLine(first.text, name), `the script ${name} runs the tests`)
      },
    },
    {
      looks_at: "no `describe.only`, `it.only` or `test.only`: the other tests of such a file do not run",
      points: 15,
      samples: true,
      async judge(repository) {
        const scripts = repository.tests.filter((path) => /\.[cm]?[jt]sx?$/.test(path))
        const places: { path: string; line: number; what: string }[] = []
        for await (const { path, text } of repository.texts(scripts)) {
          const line = lineLike(text, /^\s{0,40}(?:describe|it|test|suite|context)\.only\(/)
          if (line !== null)
            places.push({ path, line, what: "`.only` keeps the other tests of this file from running" })
        }
        if (scripts.length === 0) return null
        return faults(
          places,
          scripts.length,
          { path: scripts[0] ?? ".", what: "no test is focused" },
          {
            title: "Run all tests again",
            description: `Take \`.only\` out of ${places
              .map(({ path, line }) => `${path}:${line}`)
              .slice(0, 5)
              .join(", ")}.`,
            file_hints: places.map(({ path }) => path).slice(0, 3),
            action: "modify",
          },
        )
      },
    },
    {
      looks_at: "the five largest sources of at least 100 lines: a test that names each",
      points: 15,
      async judge(repository) {
        const { sizes, mentions, source_lines } = await measure(repository)
        if (repository.tests.length === 0 || source_lines < 300 || repository.is_part) return null
        const judged = sizes
          .filter(
            ({ path, inline, lines }) =>
              !inline && lines >= WORTH_A_TEST && !UNTESTED.test(posix.basename(path)),
          )
          .slice(0, 5)
        const unnamed = judged.filter(({ path }) => !mentions.has(wordOf(path)))
        const places = unnamed.map(({ path, lines }) => ({
          path,
          line: null,
          what: `no test names ${posix.basename(path)}, ${lines} lines`,
        }))
        if (judged.length === 0) return null
        const [first] = places
        if (first === undefined) return holds(judged[0]?.path ?? ".", null, "tests name the largest sources")
        return lacks(
          places,
          {
            title: `Test ${first.path}`,
            description: `No test names ${first.path}, one of the largest sources. Test what it does for its callers.`,
            file_hints: [first.path],
            action: "create",
          },
          1 - places.length / judged.length,
        )
      },
    },
  ],
})

const WANTED_RATIO = 0.3
/** From this many lines on a source should have its own test. */
const WORTH_A_TEST = 100
/** Files without behaviour, or which every test loads. */
const UNTESTED =
  /^(?:index|mod|lib|main|__init__|__main__|types?|constants?|version|doc|package-info|module-info|setup|conftest|config|gruntfile|gulpfile|.{1,100}\.config)\.[a-z]{1,4}$|\.stories\./i

interface Measure {
  readonly source_lines: number
  readonly test_lines: number
  readonly largest_source: string | null
  /** Sources, most lines first; `inline`: with tests inside. */
  readonly sizes: readonly { readonly path: string; readonly lines: number; readonly inline: boolean }[]
  /** Where sources hold tests. */
  readonly inline: readonly { readonly path: string; readonly line: number }[]
  readonly mentions: ReadonlySet<string>
}

const measured = new WeakMap<Repository, Promise<Measure>>()

/** Counts once for all checks of a repository. */
function measure(repository: Repository): Promise<Measure> {
  const known = measured.get(repository)
  if (known !== undefined) return known
  const counting = count(repository)
  measured.set(repository, counting)
  return counting
}

async function count(repository: Repository): Promise<Measure> {
  const inline: { path: string; line: number }[] = []
  const sizes: { path: string; lines: number; inline: boolean }[] = []
  let inside = 0
  for await (const { path, text } of repository.texts(repository.sources)) {
    if (isGenerated(text)) continue
    const line = lineLike(text, inlinePattern(path))
    const all = linesOf(text)
    const from = path.endsWith(".rs") ? lineLike(text, /^\s{0,8}#\[cfg\(test\)\]/) : null
    const of_tests = from === null ? 0 : linesOf(text.split("\n").slice(from).join("\n"))
    if (line !== null) inline.push({ path, line })
    inside += of_tests
    sizes.push({ path, lines: Math.max(0, all - of_tests), inline: line !== null })
  }
  sizes.sort((left, right) => right.lines - left.lines || (left.path < right.path ? -1 : 1))
  const names = new Set(sizes.map(({ path }) => wordOf(path)))
  const mentions = new Set<string>()
  let test_lines = inside
  for await (const { path, text } of repository.texts(repository.tests)) {
    test_lines += linesOf(text)
    for (const word of [...wordsOf(text), ...wordsOf(path)]) if (names.has(word)) mentions.add(word)
  }
  return {
    source_lines: sizes.reduce((sum, { lines }) => sum + lines, 0),
    test_lines,
    largest_source: sizes[0]?.path ?? null,
    sizes,
    inline,
    mentions,
  }
}

function linesOf(text: string): number {
  return text.split("\n").filter((line) => line.trim() !== "").length
}

/** The name of a source as a test would write it: "base_client", "HttpClient". */
function wordOf(path: string): string {
  return posix
    .basename(path)
    .replace(/\.\w{1,10}$/, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
}

/** The words of a text, and the words inside its names, without separators. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const [word] of text.matchAll(/[\w-]{2,80}/g)) {
    const plain = word.toLowerCase()
    words.add(plain.replaceAll(/[^a-z0-9]/g, ""))
    words.add(plain.replaceAll(/^test_|_test$|^test|test$/g, "").replaceAll(/[^a-z0-9]/g, ""))
    for (const part of plain.split(/[_-]/)) words.add(part)
  }
  return words
}

function inlinePattern(path: string): RegExp {
  if (path.endsWith(".rs"))
    return /^\s{0,20}#\[(?:cfg\(test\)|test|tokio::test)\]|^\s{0,20}\/\/[/!]\s{0,4}```/
  if (path.endsWith(".py")) return /^\s{0,40}>>> /
  return /\bimport\.meta\.vitest\b/
}

/** Helpers and fixtures of tests lie among them. */
function holdsTests(path: string): boolean {
  return !/(?:^|\/)(?:conftest|__init__)\.py$|\.d\.ts$/.test(path)
}

function counted(files: number): string {
  return files === 1 ? "1 file" : `${files} files`
}

function largest({ largest_source }: Measure): string {
  return largest_source ?? "the code"
}

const FIRST_TESTS = {
  npm: "test/index.test.js",
  python: "tests/test_first.py",
  go: "",
  rust: "tests/first.rs",
  java: "",
}

function firstTest(repository: Repository): string {
  const name = repository.parts[0]?.ecosystem.name ?? "npm"
  const [source = "main.go"] = partOf(repository, name)?.sources ?? []
  if (name === "go") return source.replace(/\.go$/, "_test.go")
  if (name === "java") return source.replace("/main/", "/test/").replace(/\.java$/, "Test.java")
  return FIRST_TESTS[name]
}
