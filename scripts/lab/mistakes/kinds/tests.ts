import { bareSource } from "@proofloop/stdlib/internal/critics"
import type { Mistake } from "../mistake.ts"
import { bodiesOf, CODE, replaced, type Source, without } from "../source.ts"

/** Tests that are gone, or test nothing any more. */
export const emptyTests: readonly Mistake[] = [
  {
    kind: "deleted-test-file",
    topic: "test",
    languages: CODE,
    of: "tests",
    make: (source) =>
      !source.is_test || testsOf(source).length < 2 ? null : [{ path: source.path, after: null }],
  },
  {
    kind: "deleted-test",
    topic: "test",
    languages: CODE,
    of: "tests",
    make(source, { random }) {
      const tests = testsOf(source)
      const one = tests[random.int(0, tests.length - 1)]
      return one === undefined || tests.length < 2 ? null : [{ path: source.path, after: one.removed }]
    },
  },
  {
    kind: "deleted-tests-but-one",
    topic: "test",
    languages: CODE,
    of: "tests",
    make(source) {
      let now: Source = source
      for (let tests = testsOf(now); tests.length > 1; tests = testsOf(now)) {
        const last = tests.at(-1)
        if (last === undefined) break
        now = {
          ...now,
          text: last.removed,
          definitions: now.definitions.filter(({ range }) => range.end <= last.start),
        }
      }
      return now === source ? null : [{ path: source.path, after: now.text }]
    },
  },
  {
    kind: "emptied-test",
    topic: "test",
    languages: CODE,
    of: "tests",
    make(source, { random }) {
      const tests = testsOf(source).filter(({ emptied }) => emptied !== null)
      const one = tests[random.int(0, tests.length - 1)]
      return one?.emptied == null ? null : [{ path: source.path, after: one.emptied }]
    },
  },
]

interface TestPlace {
  readonly start: number
  /** The text without it, and with nothing in it. */
  readonly removed: string
  readonly emptied: string | null
}

function testsOf(source: Source): readonly TestPlace[] {
  return source.language === "script" ? calledTests(source) : definedTests(source)
}

function calledTests({ text }: Source): readonly TestPlace[] {
  const bare = bareSource(text, "script")
  return [...bare.matchAll(/^[ \t]*(?:it|test)(?:\.only)?\(/gm)].flatMap((found) => {
    let depth = 0
    const open = found.index + found[0].length - 1
    for (let at = open; at < bare.length; at += 1) {
      if ("([{".includes(bare[at] ?? "")) depth += 1
      if (")]}".includes(bare[at] ?? "")) depth -= 1
      if (depth > 0) continue
      const end = at + 1
      const body = bare.slice(open, end).search(/=>\s*\{|function\s*\w*\([^)]*\)\s*\{/)
      const brace =
        body < 0
          ? -1
          : bare.indexOf(
              "{",
              open + body + (bare.startsWith("=>", open + body) ? 2 : bare.slice(open + body).indexOf(")")),
            )
      const close = bare.lastIndexOf("}", end)
      return [
        {
          start: found.index,
          removed: replaced(text, found.index, end, "").replace(/\n[;]?[ \t]*\n[ \t]*\n/, "\n\n"),
          emptied: brace < 0 || brace > close ? null : replaced(text, brace + 1, close, ""),
        },
      ]
    }
    return []
  })
}

function definedTests(source: Source): readonly TestPlace[] {
  const bodies = bodiesOf(source, 2)
  return source.definitions
    .filter((definition) => isTest(source, definition))
    .map((definition) => {
      const body = bodies.find((one) => one.definition === definition)
      const empty = source.language === "python" ? `${body?.indent ?? ""}pass` : ""
      return {
        start: definition.range.start,
        removed: without(source.text, definition),
        emptied: body === undefined ? null : replaced(source.text, body.start, body.end, empty),
      }
    })
}

function isTest({ text, language }: Source, { name, kind, range }: Source["definitions"][number]): boolean {
  if (kind !== "function" && kind !== "method") return false
  if (language === "python") return name.startsWith("test")
  if (language === "go") return /^Test[A-Z]/.test(name)
  const around = text.slice(Math.max(0, range.start - 200), range.end)
  const head = around.slice(0, around.indexOf("{", Math.min(200, range.start)))
  const own = head.slice(Math.max(head.lastIndexOf("}"), head.lastIndexOf(";")) + 1)
  return language === "rust" ? /#\[(?:\w+::)?test\b/.test(own) : /@(?:Test|ParameterizedTest)\b/.test(own)
}
