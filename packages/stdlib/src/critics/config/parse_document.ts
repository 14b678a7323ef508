import type { ConfigDocument, KeyPath, Position } from "@proofloop/parsers"
import { loadParsers } from "../../parsers/load_parsers.ts"
import { parseToml } from "../syntax/parse_toml.ts"
import { FIRST_POSITION } from "./document.ts"
import type { ConfigFormat } from "./matchers.ts"

/** A file's document; null when it does not parse, which the syntax critics report. */
export async function parseDocument(text: string, format: ConfigFormat): Promise<ConfigDocument | null> {
  if (format === "toml") return parseTomlDocument(text)
  const { parseJsonDocument, parseYamlDocument } = await loadParsers()
  switch (format) {
    case "json":
      return parseJsonDocument(text)
    case "yaml":
      return parseYamlDocument(text, "1.2")
    case "yaml-1.1":
      return parseYamlDocument(text, "1.1")
    case "json-or-yaml":
      return (await parseJsonDocument(text)) ?? (await parseYamlDocument(text, "1.2"))
  }
}

/** A TOML file; null when it does not parse. smol-toml gives no positions, so keys are looked for line by line. */
async function parseTomlDocument(text: string): Promise<ConfigDocument | null> {
  const parsed = await parseToml(text)
  if (!("value" in parsed)) return null
  let places: ReadonlyMap<string, Position> | undefined
  return {
    data: parsed.value,
    locate(path) {
      places ??= tomlPlaces(text)
      return nearestPlace(places, path)
    },
  }
}

/** The deepest key on the way to a path. */
function nearestPlace(places: ReadonlyMap<string, Position>, path: KeyPath): Position {
  for (let length = path.length; length > 0; length -= 1) {
    const place = places.get(nameOf(path.slice(0, length)))
    if (place !== undefined) return place
  }
  return FIRST_POSITION
}

function nameOf(path: KeyPath): string {
  return path.join("\0")
}

/** The first place of every table header and key of a text that parses. Keys of inline tables stand where their line begins. */
function tomlPlaces(text: string): ReadonlyMap<string, Position> {
  const places = new Map<string, Position>()
  const add = (path: KeyPath, line: number, column: number) => {
    const name = nameOf(path)
    if (!places.has(name)) places.set(name, { line, column })
  }
  const counts = new Map<string, number>()
  let table: KeyPath = []
  let open: string | null = null
  text.split(/\r?\n/).forEach((line, index) => {
    const was_open = open
    open = openString(line, open)
    if (was_open !== null) return
    const column = line.length - line.trimStart().length + 1
    const header = /^[ \t]*(\[\[?)(.{1,512})$/.exec(line)
    if (header) {
      const path = dottedKey(header[2] ?? "").path
      if (path.length === 0) return
      table = header[1] === "[[" ? arrayItem(path, counts) : insideArrays(path, counts)
      add(table, index + 1, column)
      return
    }
    const { path, rest } = dottedKey(line)
    if (path.length > 0 && rest.trimStart().startsWith("=")) {
      add([...table, ...path], index + 1, column)
    }
  })
  return places
}

function arrayItem(path: readonly string[], counts: Map<string, number>): KeyPath {
  const name = nameOf(path)
  const index = counts.get(name) ?? 0
  counts.set(name, index + 1)
  return [...insideArrays(path.slice(0, -1), counts), ...path.slice(-1), index]
}

/** `[a.b]` below `[[a]]` is the table of the last item. */
function insideArrays(path: readonly string[], counts: ReadonlyMap<string, number>): KeyPath {
  return path.flatMap((part, index) => {
    const count = counts.get(nameOf(path.slice(0, index + 1)))
    return count === undefined ? [part] : [part, count - 1]
  })
}

/** A dotted key at the beginning of a line and what follows it. */
function dottedKey(line: string): { readonly path: readonly string[]; readonly rest: string } {
  const path: string[] = []
  let rest = line.trimStart()
  for (;;) {
    const part = /^(?:"([^"\\]{0,256})"|'([^']{0,256})'|([A-Za-z0-9_-]{1,256}))[ \t]{0,64}/.exec(rest)
    if (part === null) return { path: [], rest }
    path.push(part[1] ?? part[2] ?? part[3] ?? "")
    rest = rest.slice(part[0].length)
    if (!rest.startsWith(".")) return { path, rest }
    rest = rest.slice(1).trimStart()
  }
}

/** The quotes of a string that continues on the next line; null: none does. */
function openString(line: string, open: string | null): string | null {
  let quotes = open
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at]
    if (quotes !== null) {
      if (char === "\\" && quotes.startsWith('"')) at += 1
      else if (line.startsWith(quotes, at)) {
        at += quotes.length - 1
        quotes = null
      }
    } else if (char === "#") break
    else if (char === '"' || char === "'") {
      quotes = line.startsWith(char.repeat(3), at) ? char.repeat(3) : char
      at += quotes.length - 1
    }
  }
  return quotes?.length === 3 ? quotes : null
}
