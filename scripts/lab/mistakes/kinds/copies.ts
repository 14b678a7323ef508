import { posix } from "node:path"
import type { Mistake } from "../mistake.ts"
import { CODE, type Source } from "../source.ts"

/** A file beside the one that should have been changed. */
export const copies: readonly Mistake[] = [
  copy("copied-file", (source, name) => ({ name, text: source.text })),
  copy("copied-and-edited-file", ({ text }, name) => ({ name, text: edited(text) })),
  {
    kind: "backup-file",
    topic: "copy",
    languages: CODE,
    of: "sources",
    make: ({ path, text }, { random }) =>
      text.length < 800 ? null : [{ path: `${path}${random.pick([".bak", ".orig", ".old"])}`, after: text }],
  },
]

function copy(kind: string, make: (source: Source, name: string) => { name: string; text: string }): Mistake {
  return {
    kind,
    topic: "copy",
    languages: CODE,
    of: "sources",
    make(source, { random }) {
      if (source.text.split("\n").length < 30) return null
      const { dir, name, ext } = posix.parse(source.path)
      const java = source.language === "java"
      const called = java
        ? random.pick([`${name}New`, `${name}V2`, `${name}Updated`])
        : random.pick([`${name}_new`, `${name}_v2`, `${name}_fixed`, `new_${name}`, `${name} copy`])
      const made = make(source, called)
      const text = java ? made.text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), called) : made.text
      return [{ path: posix.join(dir, `${made.name}${ext}`), after: text }]
    },
  }
}

/** One line in thirty is another. */
function edited(text: string): string {
  const lines = text.split("\n")
  return lines
    .flatMap((line, index) =>
      index % 30 === 29 && line.trim() === "" ? [line, ""] : index % 30 === 15 ? [line, ""] : [line],
    )
    .join("\n")
}
