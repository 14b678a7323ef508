export type XmlPiece =
  | {
      readonly type: "open"
      readonly name: string
      readonly attributes: ReadonlyMap<string, string>
      readonly is_empty: boolean
    }
  | { readonly type: "close"; readonly name: string }
  | { readonly type: "text"; readonly text: string }

const NAME_START = /[A-Za-z_]/
const NAME = /[\w:.-]{1,128}/y
const SPACE = /\s{0,4096}/y
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot|apos));/gi
const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" }
const MAX_ATTRIBUTES = 64

/** The markup in a text, in one pass. Expands XML's five entities and characters by number. Malformed markup is text. */
export function* scanXml(text: string): Generator<XmlPiece> {
  let position = text.indexOf("<")
  while (position !== -1) {
    const section = skipSection(text, position)
    if (section !== null) {
      if (section.text !== "") yield { type: "text", text: section.text }
      position = section.end
    } else {
      const tag = readTag(text, position)
      if (tag !== null) yield tag.piece
      position = tag === null ? position + 1 : tag.end
    }
    const next = text.indexOf("<", position)
    const between = next === -1 ? "" : text.slice(position, next)
    if (between.trim() !== "") yield { type: "text", text: decode(between) }
    position = next
  }
}

interface Section {
  readonly text: string
  readonly end: number
}

/** Comments, instructions and CDATA; one that is not closed reaches to the end. */
function skipSection(text: string, start: number): Section | null {
  if (text.startsWith("<![CDATA[", start)) {
    const end = endOf(text, "]]>", start)
    return { text: text.slice(start + 9, end === text.length ? end : end - 3), end }
  }
  if (text.startsWith("<!--", start)) return { text: "", end: endOf(text, "-->", start) }
  if (text.startsWith("<?", start)) return { text: "", end: endOf(text, "?>", start) }
  return text.startsWith("<!", start) ? { text: "", end: endOf(text, ">", start) } : null
}

function endOf(text: string, close: string, start: number): number {
  const end = text.indexOf(close, start)
  return end === -1 ? text.length : end + close.length
}

interface Tag {
  readonly piece: XmlPiece
  readonly end: number
}

/** A tag; null for anything else, as "a < b" in the output of a test. */
function readTag(text: string, start: number): Tag | null {
  const is_close = text[start + 1] === "/"
  const name_start = is_close ? start + 2 : start + 1
  if (!NAME_START.test(text[name_start] ?? "")) return null
  const name = matchAt(NAME, text, name_start)
  let position = name_start + name.length
  const attributes = new Map<string, string>()
  for (;;) {
    position += matchAt(SPACE, text, position).length
    const is_empty = text.startsWith("/>", position)
    if (is_empty || text[position] === ">") {
      const end = position + (is_empty ? 2 : 1)
      return { piece: is_close ? { type: "close", name } : { type: "open", name, attributes, is_empty }, end }
    }
    const attribute = attributes.size < MAX_ATTRIBUTES ? readAttribute(text, position) : null
    if (attribute === null) return null
    attributes.set(attribute.name, attribute.value)
    position = attribute.end
  }
}

function readAttribute(text: string, start: number): { name: string; value: string; end: number } | null {
  const name = matchAt(NAME, text, start)
  const quote = text[start + name.length + 1]
  if (name === "" || text[start + name.length] !== "=" || (quote !== '"' && quote !== "'")) return null
  const from = start + name.length + 2
  const end = text.indexOf(quote, from)
  return end === -1 ? null : { name, value: decode(text.slice(from, end)), end: end + 1 }
}

function matchAt(pattern: RegExp, text: string, position: number): string {
  pattern.lastIndex = position
  return pattern.exec(text)?.[0] ?? ""
}

function decode(text: string): string {
  if (!text.includes("&")) return text
  return text.replaceAll(ENTITY, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
