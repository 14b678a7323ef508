const PROSE_EXTENSIONS: ReadonlySet<string> = new Set(
  "md mdx markdown txt rst adoc asciidoc org tex log png jpg jpeg gif webp svg ico pdf".split(" "),
)
const PROSE_NAMES: ReadonlySet<string> = new Set(
  "readme changelog license licence notice authors contributors contributing copying codeowners".split(" "),
)

/** Whether no check would say anything about a file, by its name: prose, a picture, a log. */
export function isProse(path: string): boolean {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase()
  const dot = name.lastIndexOf(".")
  return dot <= 0 ? PROSE_NAMES.has(name) : PROSE_EXTENSIONS.has(name.slice(dot + 1))
}
