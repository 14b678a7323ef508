import { isRecord, parsedJson } from "@proofloop/foundation/text"

/** A file that is of the product and of its check, divided in two. */
export interface FileParts {
  /** Settings of scripts, runners and other tools; the tests of a source. */
  readonly checks: string
  /** What the package is, needs and publishes; the code of a source. */
  readonly product: string
}

/** What the npm registry knows of a package: its settings for scripts and runners are none of it. */
const OF_PACKAGE =
  /^(?:name|version|description|keywords|license|author|contributors|type|main|module|browser|types|typings|exports|imports|files|bin|engines|os|cpu|private|publishConfig|workspaces|packageManager|overrides|resolutions|\w*[dD]ependencies(?:Meta)?)$/
const PACKAGE_TABLE =
  /^(?!\[)|^\[+(?:project|build-system|metadata|options|package|lib|bin|features|workspace)\b|^\[.*depend/i

/** The parts of a manifest, or of a source of Rust; null for any other file, and where it cannot be divided. */
export function fileParts(path: string, text: string): FileParts | null {
  if (/(?:^|\/)package\.json$/.test(path)) {
    const manifest = parsedJson(text)
    if (!isRecord(manifest)) return null
    const entries = Object.entries(manifest)
    return partsOf(
      entries,
      ([name]) => OF_PACKAGE.test(name),
      (some) => JSON.stringify(Object.fromEntries(some)),
    )
  }
  if (path.endsWith(".rs")) return rustParts(text)
  if (!/(?:^|\/)(?:pyproject\.toml|Cargo\.toml|setup\.cfg)$/.test(path)) return null
  // What builds a package has a table of its own.
  const [, builder = "?"] = /^build-backend\s*=\s*["']([a-z]+?)(?:ling)?[._]/m.exec(text) ?? []
  const isPackage = (table: string): boolean =>
    PACKAGE_TABLE.test(table) || (table.startsWith(`[tool.${builder}`) && !/^.*(?:script|env)/.test(table))
  const tables = text.split(/^(?=\[)/m).map((table) => (table.endsWith("\n") ? table : `${table}\n`))
  return partsOf(tables, isPackage, (some) => some.join(""))
}

function partsOf<T>(
  all: readonly T[],
  isPackage: (part: T) => boolean,
  join: (some: readonly T[]) => string,
): FileParts {
  return { checks: join(all.filter((part) => !isPackage(part))), product: join(all.filter(isPackage)) }
}

/** Items of a source begin after an empty line and without indentation. Their order means nothing. */
function rustParts(text: string): FileParts | null {
  const items = text.split(/(?<=\n)(?=\n[^\s}])/)
  const isTest = (item: string): boolean => /^#\[(?:cfg\(test\)|test|bench)\]/m.test(item)
  const count = (item: string, brace: string): number => item.split(brace).length
  if (isTest(items[0] ?? "") || items.some((item) => count(item, "{") !== count(item, "}"))) return null
  return partsOf(
    items,
    (item) => !isTest(item),
    (some) => some.join(""),
  )
}
