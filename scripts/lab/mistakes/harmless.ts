import type { Harmless } from "./mistake.ts"
import { bodiesOf, CODE, EVERY, replaced } from "./source.ts"

/** Harmless edits of the same files. */
export const harmless: readonly Harmless[] = [
  {
    kind: "rename-a-local",
    languages: CODE,
    make(source, { random }) {
      const bodies = bodiesOf(source, 3)
      const body = bodies[random.int(0, bodies.length - 1)]
      if (body === undefined) return null
      const inside = source.text.slice(body.start, body.end)
      const name =
        /\b(?:let mut|let|const|var|final \w+|int|String)\s+([a-z]\w{2,})\s*(?:=|:=)|^\s*([a-z]\w{2,})\s*:?=\s/m.exec(
          inside,
        )
      const old = name?.[1] ?? name?.[2]
      if (old === undefined) return null
      const renamed = inside.replaceAll(new RegExp(`(?<![.\\w"'])${old}\\b(?!["':(])`, "g"), `${old}2`)
      return [{ path: source.path, after: replaced(source.text, body.start, body.end, renamed) }]
    },
  },
  {
    kind: "reformat",
    languages: EVERY,
    make: ({ path, text, language }) => {
      const spread = text.replaceAll("\n\n", "\n\n\n")
      const after = language === "text" ? `${text.trimEnd()}\n\n` : spread
      return after === text || /["'`]{3}|`/.test(text) ? null : [{ path, after }]
    },
  },
  {
    kind: "add-a-function",
    languages: CODE,
    make({ path, text, language }) {
      if (language === "java") {
        const end = text.lastIndexOf("}")
        const added =
          "\n    private static int countOfSigns(String text) {\n        return text.length() + 1;\n    }\n"
        return [{ path, after: replaced(text, end, end, added) }]
      }
      const added: Record<string, string> = {
        script: "function countOfSigns(text) {\n  return text.length + 1\n}\n",
        python: "def count_of_signs(text):\n    return len(text) + 1\n",
        go: "func countOfSigns(text string) int {\n\treturn len(text) + 1\n}\n",
        rust: "fn count_of_signs(text: &str) -> usize {\n    text.len() + 1\n}\n",
      }
      const after = `${text.trimEnd()}\n\n${added[language] ?? ""}`
      return [{ path, after: path.endsWith(".ts") ? after.replace("(text) {", "(text: string) {") : after }]
    },
  },
  {
    kind: "add-a-comment",
    languages: CODE,
    make(source, { random }) {
      const bodies = bodiesOf(source, 2)
      const body = bodies[random.int(0, bodies.length - 1)]
      if (body === undefined) return null
      const mark = source.language === "python" ? "#" : "//"
      const line = source.text.lastIndexOf("\n", body.definition.range.start) + 1
      const indent = /^[ \t]*/.exec(source.text.slice(line))?.[0] ?? ""
      return [
        {
          path: source.path,
          after: replaced(source.text, line, line, `${indent}${mark} Called once for each request.\n`),
        },
      ]
    },
  },
  {
    kind: "use-an-import-of-a-neighbour",
    languages: CODE,
    make(source) {
      const line = {
        script: /^import [^\n]*from ["'][^."'][^\n]*$/m,
        python: /^import \w+$/m,
        go: /^\t"[^"\n]+"$/m,
        rust: /^use \w+::[^;{]*;$/m,
        java: /^import [^;]+;$/m,
        text: /$^/,
      }[source.language].exec(source.text)
      if (line === null) return null
      return [
        {
          path: source.path,
          after:
            replaced(source.text, line.index, line.index, "").replace(line[0], () => `${line[0]}`) + "\n",
        },
      ]
    },
  },
  {
    kind: "shorten-a-body",
    languages: CODE,
    make(source, { random }) {
      const bodies = bodiesOf(source, 6)
      const body = bodies[random.int(0, bodies.length - 1)]
      if (body === undefined) return null
      const inside = source.text.slice(body.start, body.end)
      const shorter = inside
        .split("\n")
        .filter((line) => !/^\s*(?:\/\/|#(?!\[))/.test(line))
        .join("\n")
      return shorter === inside
        ? null
        : [{ path: source.path, after: replaced(source.text, body.start, body.end, shorter) }]
    },
  },
]
