export interface Summary {
  readonly heading: string
  /** The first table; its first row are the names of the columns. */
  readonly rows: ReadonlyArray<readonly string[]>
}

/** The heading and the first table of a report in the format `markdown`. */
export function summaryIn(markdown: string): Summary {
  const lines = markdown.split("\n")
  const from = lines.findIndex((line) => line.startsWith("|"))
  const table = from === -1 ? [] : lines.slice(from)
  const end = table.findIndex((line) => !line.startsWith("|"))
  return {
    heading: plain(lines[0]?.replace(/^#+ /, "") ?? ""),
    rows: table
      .slice(0, end === -1 ? undefined : end)
      .filter((_line, index) => index !== 1)
      .map((line) => line.slice(2, -2).split(" | ").map(plain)),
  }
}

/** Undoes `inMarkdown`. */
function plain(text: string): string {
  const bare = text.replaceAll("\u200b", "").replaceAll(/\\([\\`[\]|])/g, "$1")
  return bare.replaceAll("&lt;", "<").replaceAll("&amp;", "&")
}
