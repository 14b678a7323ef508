import { EMPTY_MANIFEST, type Manifest, optionalText, tableOf, valueAt } from "./manifest.ts"

/** A pom.xml: `group:artifact` of every dependency and of the parent. */
export function readPom(text: string): Manifest {
  const plain = withoutComments(text)
  const found = ["dependency", "parent"].flatMap((tag) => elements(plain, tag).map(coordinate))
  return { ...EMPTY_MANIFEST, dependencies: found.filter((name) => name !== "") }
}

/** A build.gradle or build.gradle.kts: every text of the form `group:artifact` or `group:artifact:version`. */
export function readGradle(text: string): Manifest {
  const dependencies: string[] = []
  for (const [, group, artifact] of text.matchAll(/["']([\w.-]{1,200}):([\w.-]{1,200})(?=[:@"'])/g)) {
    dependencies.push(`${group}:${artifact}`)
  }
  for (const [, group, artifact] of text.matchAll(
    /group ?[:=]? ?["']([\w.-]{1,200})["'], ?name ?[:=]? ?["']([\w.-]{1,200})["']/g,
  )) {
    dependencies.push(`${group}:${artifact}`)
  }
  return { ...EMPTY_MANIFEST, dependencies }
}

/** A parsed version catalogue (gradle/libs.versions.toml). */
export function readVersionCatalogue(root: unknown): Manifest {
  const libraries = [...tableOf(valueAt(root, "libraries")).values()]
  return { ...EMPTY_MANIFEST, dependencies: libraries.flatMap(libraryNames) }
}

function libraryNames(library: unknown): readonly string[] {
  const [text] = [...optionalText(library), ...optionalText(valueAt(library, "module"))]
  if (text !== undefined) return [text.split(":", 2).join(":")]
  const group = valueAt(library, "group")
  const name = valueAt(library, "name")
  return typeof group === "string" && typeof name === "string" ? [`${group}:${name}`] : []
}

function coordinate(element: string): string {
  const group = elements(element, "groupId")[0]?.trim()
  const artifact = elements(element, "artifactId")[0]?.trim()
  return group === undefined || artifact === undefined ? "" : `${group}:${artifact}`
}

function elements(text: string, tag: string): readonly string[] {
  return between(text, `<${tag}>`, `</${tag}>`).map(([start, end]) => text.slice(start, end))
}

function withoutComments(text: string): string {
  let kept = ""
  let from = 0
  for (const [start, end] of between(text, "<!--", "-->")) {
    kept += text.slice(from, start - "<!--".length)
    from = end + "-->".length
  }
  return kept + text.slice(from)
}

function between(text: string, open: string, close: string): ReadonlyArray<readonly [number, number]> {
  const found: Array<readonly [number, number]> = []
  let from = text.indexOf(open)
  while (from >= 0) {
    const end = text.indexOf(close, from + open.length)
    if (end < 0) break
    found.push([from + open.length, end])
    from = text.indexOf(open, end + close.length)
  }
  return found
}
