import { bareSource } from "@proofloop/stdlib/internal/critics"
import type { Mistake } from "../mistake.ts"
import { bodiesOf, CODE, EVERY, replaced, type Source } from "../source.ts"

/** Texts that are no longer what their file is for: cut off, unbalanced, wrapped, unmerged. */
export const brokenText: readonly Mistake[] = [
  {
    kind: "missing-bracket",
    topic: "syntax",
    languages: CODE,
    of: "any",
    make({ path, text, language }, { random }) {
      const bare = language === "text" ? text : bareSource(text, language)
      const places = [...bare.matchAll(language === "python" ? /\)/g : /[})]/g)].map(({ index }) => index)
      const at = places[random.int(0, places.length - 1)]
      return at === undefined ? null : [{ path, after: replaced(text, at, at + 1, "") }]
    },
  },
  {
    kind: "extra-bracket",
    topic: "syntax",
    languages: CODE,
    of: "any",
    make({ path, text, language }, { random }) {
      const bare = language === "text" ? text : bareSource(text, language)
      const places = [...bare.matchAll(language === "python" ? /\)/g : /\}/g)].map(({ index }) => index)
      const at = places[random.int(0, places.length - 1)]
      return at === undefined ? null : [{ path, after: replaced(text, at, at, text[at] ?? "") }]
    },
  },
  {
    kind: "open-string",
    topic: "syntax",
    languages: CODE,
    of: "any",
    make({ path, text, language }, { random }) {
      const bare = language === "text" ? text : bareSource(text, language)
      const places = [...bare.matchAll(/(?<=[(=,] ?)"[ ]{1,60}"(?=[),;\n])/g)].map(
        (found) => found.index + found[0].length,
      )
      const at = places[random.int(0, places.length - 1)]
      return at === undefined ? null : [{ path, after: replaced(text, at - 1, at, "") }]
    },
  },
  {
    kind: "cut-in-a-line",
    topic: "truncated",
    languages: CODE,
    of: "any",
    make({ path, text }, { random }) {
      const at = Math.floor((text.length * random.int(45, 85)) / 100)
      return text.length < 400 || /\s/.test(text[at] ?? "") ? null : [{ path, after: text.slice(0, at) }]
    },
  },
  {
    kind: "cut-at-a-line",
    topic: "truncated",
    languages: CODE,
    of: "any",
    make(source, { random }) {
      const body = bodiesOf(source, 5)[0] === undefined ? undefined : pickBody(source, random.int(0, 1000))
      if (body === undefined) return null
      const lines = source.text.slice(0, body.end).split("\n")
      const inside = source.text.slice(body.start, body.end).split("\n").length
      return [{ path: source.path, after: lines.slice(0, lines.length - Math.ceil(inside / 2)).join("\n") }]
    },
  },
  {
    kind: "cut-document",
    topic: "truncated",
    languages: ["text"],
    of: "any",
    make({ path, text }, { random }) {
      const at = Math.floor((text.length * random.int(45, 75)) / 100)
      return text.length < 1500 || /\W/.test(text.slice(at - 1, at + 1))
        ? null
        : [{ path, after: text.slice(0, at) }]
    },
  },
  {
    kind: "fenced-source",
    topic: "fence",
    languages: CODE,
    of: "any",
    make: ({ path, text, language }) => [
      { path, after: `\`\`\`${language === "script" ? "ts" : language}\n${text.trimEnd()}\n\`\`\`\n` },
    ],
  },
  {
    kind: "fenced-text",
    topic: "fence",
    languages: ["text"],
    of: "any",
    make: ({ path, text }) => [
      {
        path,
        after: `\`\`\`${path.endsWith(".md") ? "markdown" : path.slice(path.lastIndexOf(".") + 1)}\n${text.trimEnd()}\n\`\`\`\n`,
      },
    ],
  },
  {
    kind: "talk-around",
    topic: "fence",
    languages: EVERY,
    of: "any",
    make: ({ path, text, language }) => [
      {
        path,
        after: `Here is the updated file:\n\n\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n\nLet me know if you need anything else.\n`,
      },
    ],
  },
  {
    kind: "conflict-markers",
    topic: "conflict",
    languages: EVERY,
    of: "any",
    make({ path, text }, { random }) {
      const lines = text.split("\n")
      const at = random.int(0, Math.max(0, lines.length - 4))
      const mine = lines.slice(at, at + 3)
      const merged = ["<<<<<<< HEAD", ...mine, "=======", ...mine.slice(0, 2), ">>>>>>> feature/cleanup"]
      return lines.length < 6 ? null : [{ path, after: lines.toSpliced(at, 3, ...merged).join("\n") }]
    },
  },
  {
    kind: "escaped-lines",
    topic: "syntax",
    languages: CODE,
    of: "any",
    make: ({ path, text }) => [{ path, after: `${text.trimEnd().replaceAll("\n", "\\n")}\n` }],
  },
  {
    kind: "rest-of-file",
    topic: "placeholder",
    languages: CODE,
    of: "any",
    make(source, { random }) {
      const { path, text, language, definitions } = source
      const last = definitions.filter(({ range }) => text.slice(range.end).trim().length > 200)
      const after = last[random.int(0, last.length - 1)]
      const mark = language === "python" ? "#" : "//"
      return after === undefined || source.language === "text"
        ? null
        : [
            {
              path,
              after: `${text.slice(0, outerEnd(source, after.range.end))}\n\n${mark} ... rest of the code remains unchanged\n`,
            },
          ]
    },
  },
  {
    kind: "existing-code",
    topic: "placeholder",
    languages: CODE,
    of: "any",
    make(source, { random }) {
      const body = pickBody(source, random.int(0, 1000))
      if (body === undefined) return null
      const mark = source.language === "python" ? "#" : "//"
      const first =
        source.text
          .slice(body.start, body.end)
          .split("\n")
          .find((line) => line.trim() !== "") ?? ""
      const inside =
        source.language === "python"
          ? `${body.indent}# ... existing code ...\n${body.indent}pass`
          : `\n${first}\n${body.indent}${mark} ... existing code ...\n`
      return [{ path: source.path, after: replaced(source.text, body.start, body.end, inside) }]
    },
  },
]

function pickBody(source: Source, number: number) {
  const bodies = bodiesOf(source, 5)
  return bodies[number % Math.max(1, bodies.length)]
}

/** The end of the outermost definition around a place. */
function outerEnd({ definitions }: Source, at: number): number {
  return Math.max(
    at,
    ...definitions.filter(({ range }) => range.start < at && range.end >= at).map(({ range }) => range.end),
  )
}
