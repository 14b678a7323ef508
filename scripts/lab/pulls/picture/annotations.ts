export interface Annotation {
  readonly level: "error" | "warning" | "notice"
  readonly path: string
  /** Null: about the whole file. */
  readonly line: number | null
  readonly title: string
  readonly message: string
}

/** What a report in the format `github` says of files. */
export function annotationsIn(report: string): readonly Annotation[] {
  return [...report.matchAll(/^::(error|warning|notice) ([^\n]*?)::([^\n]*)$/gm)].flatMap(
    ([, level = "", properties = "", message = ""]) => {
      const given = new Map(properties.split(",").map((one) => one.split("=", 2) as [string, string]))
      const [path, line] = [given.get("file"), given.get("line")]
      if (path === undefined) return []
      return [
        {
          level: level as Annotation["level"],
          path: plain(path),
          line: line === undefined ? null : Number(line),
          title: plain(given.get("title") ?? ""),
          message: plain(message),
        },
      ]
    },
  )
}

function plain(text: string): string {
  return text.replaceAll(/%(25|0D|0A|3A|2C)/g, (escaped) => decodeURIComponent(escaped))
}
