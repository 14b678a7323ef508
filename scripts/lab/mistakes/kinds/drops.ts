import type { Definition } from "@proofloop/stdlib/internal/critics"
import type { Mistake } from "../mistake.ts"
import { CODE, type Source, without } from "../source.ts"

/** Definitions that are gone from a file that is rewritten. */
export const drops: readonly Mistake[] = [
  drop(
    "function",
    "any",
    (source, definition) =>
      definition.kind === "function" && definition.public && isExported(source, definition),
  ),
  drop(
    "called-helper",
    "sources",
    (source, definition) =>
      definition.kind === "function" &&
      !isExported(source, definition) &&
      source.text.split(new RegExp(`\\b${definition.name}\\b`)).length > 2,
  ),
  drop(
    "method",
    "sources",
    (source, definition) =>
      definition.kind === "method" &&
      definition.public &&
      !definition.inherited &&
      isOfPublicType(source, definition),
  ),
  drop(
    "type",
    "sources",
    (source, definition) =>
      ["class", "interface", "enum"].includes(definition.kind) &&
      definition.public &&
      isExported(source, definition),
  ),
]

function drop(
  what: string,
  of: Mistake["of"],
  counts: (source: Source, definition: Definition) => boolean,
): Mistake {
  return {
    kind: `dropped-${what}`,
    topic: "dropped",
    languages: CODE,
    of,
    make(source, { random }) {
      const all = source.definitions.filter((definition) => counts(source, definition))
      const one = all[random.int(0, all.length - 1)]
      return one === undefined || source.definitions.length < 2
        ? null
        : [{ path: source.path, after: without(source.text, one) }]
    },
  }
}

function isExported({ language, text }: Source, { range, name, public: isPublic }: Definition): boolean {
  if (language !== "script") return isPublic
  const line = text.slice(text.lastIndexOf("\n", range.start) + 1, range.start + 20)
  return (
    /\bexport\b/.test(line) ||
    new RegExp(`\\bexports\\.${name}\\b|export \\{[^}]{0,2000}\\b${name}\\b`).test(text)
  )
}

function isOfPublicType(source: Source, { qualified_name, name }: Definition): boolean {
  const owner = qualified_name.slice(0, -name.length - 1)
  const type = source.definitions.find((one) => one.qualified_name === owner)
  return source.language === "go" || (type !== undefined && type.public && isExported(source, type))
}
