import { posix } from "node:path"

/** For each file of a tree, the files that it names; and for each, those that name it. */
export interface References {
  readonly from: ReadonlyMap<string, ReadonlySet<string>>
  readonly to: ReadonlyMap<string, ReadonlySet<string>>
}

const MOST_TOKENS = 2000
const QUOTED = /(["'`])([^"'`\n]{1,200})\1/g
/** `a/b.js`, `../a`, `pkg.mod`, `crate::part`. */
const JOINED = /(?:\.{1,2}\/){0,8}[\w$@-]{1,100}(?:(?:\/|::?|\.)[\w$@-]{1,100}){1,16}/g
/** `import steps`, `from helper import add`, `. ci/lib.sh`: a short line of words, and no statement with values. */
const SHORT_LINE = /^[ \t]*(?:[\w#.$-]{1,60}[ \t,;]+){1,5}[\w.$/-]{1,100};?[ \t]*$/gm
const MOST_SAME = 5
const MOST_INSIDE = 1000
/** What may be the name of a folder: a word in quotes, or one with a slash. */
const FOLDER = /(?<=["'`])\.{0,2}\/?[\w@][\w@./-]{0,100}(?=["'`])|(?:\.{1,2}|[\w@-]{1,100})\/[\w@./-]{0,100}/g

/** Reads which files of a tree a text names that stands at a path. */
export interface ReferenceReader {
  (path: string, text: string): ReadonlySet<string>
  /** The files below the folders that the text names, alone or at the head of a glob. */
  beneath(path: string, text: string): ReadonlySet<string>
}

/**
 * Reads which files name which, in no particular language. A name is a path from the root or from the naming file's
 * folder, with or without its extension, or a dotted module. The end of such a path is one where few files have it.
 */
export function referenceReader(paths: Iterable<string>): ReferenceReader {
  const index = indexOf(paths)
  const folders = foldersOf(paths)
  const read: ReferenceReader = (path, text) => {
    const folder = posix.dirname(path)
    const found = new Set<string>()
    for (const token of tokensOf(text)) for (const named of index.find(token, folder)) found.add(named)
    found.delete(path)
    return found
  }
  read.beneath = (path, text) => {
    const found = new Set<string>()
    for (const [word] of text.matchAll(FOLDER)) {
      const name = word.replace(/\/$/, "")
      for (const place of [posix.join(posix.dirname(path), name), posix.normalize(name)])
        for (const named of folders.get(place) ?? []) found.add(named)
    }
    found.delete(path)
    return found
  }
  return read
}

/** The files that lie in each folder, or deeper; not of the root, and not of a folder with many. */
function foldersOf(paths: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>()
  for (const path of paths)
    for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
      const folder = path.slice(0, at)
      const inside = folders.get(folder) ?? []
      if (inside.length === 0) folders.set(folder, inside)
      if (inside.length <= MOST_INSIDE) inside.push(path)
    }
  for (const [folder, inside] of folders) if (inside.length > MOST_INSIDE) folders.delete(folder)
  return folders
}

/** All references among files with these texts. */
export function readReferences(texts: ReadonlyMap<string, string>, read: ReferenceReader): References {
  const from = new Map<string, ReadonlySet<string>>()
  const to = new Map<string, Set<string>>()
  for (const [path, text] of texts) {
    const found = read(path, text)
    from.set(path, found)
    for (const named of found) to.set(named, (to.get(named) ?? new Set()).add(path))
  }
  return { from, to }
}

function tokensOf(text: string): ReadonlySet<string> {
  const tokens = new Set<string>()
  for (const [, , quoted = ""] of text.matchAll(QUOTED)) tokens.add(quoted)
  for (const [joined] of text.matchAll(JOINED)) tokens.add(joined)
  for (const [line] of text.matchAll(SHORT_LINE))
    for (const word of line.split(/[\s,;]+/)) if (word !== "") tokens.add(word)
  return new Set([...tokens].slice(0, MOST_TOKENS))
}

interface Index {
  find(token: string, folder: string): Iterable<string>
}

function indexOf(paths: Iterable<string>): Index {
  const whole = new Map<string, string[]>()
  const ends = new Map<string, string[]>()
  const put = (map: Map<string, string[]>, key: string, path: string): void => {
    map.set(key, [...(map.get(key) ?? []), path])
  }
  for (const path of paths) {
    put(whole, path, path)
    const stem = withoutExtension(path)
    if (stem !== path) put(whole, stem, path)
    const folder = posix.dirname(path)
    // The module of a folder: index.js, __init__.py, mod.rs.
    if (/(?:^|\/)(?:index|__init__|mod)\.\w+$/.test(path)) put(whole, folder, path)
    const last = folder === "." ? "" : `${posix.basename(folder)}/`
    put(ends, last + posix.basename(stem), path)
    put(ends, posix.basename(path), path)
  }
  const few = (map: Map<string, string[]>, key: string): readonly string[] => {
    const found = map.get(key) ?? []
    return found.length <= MOST_SAME ? found : []
  }
  return {
    find(token, folder) {
      const name = token.replace(/^file:\/\//, "").replace(/:\d+(?::\d+)?$/, "")
      if (/[\s<>*?]|^[\d.]+$/.test(name)) return []
      const places = [posix.join(folder, name), posix.normalize(name.replace(/^\/+/, ""))]
      for (const place of places) {
        const found = whole.get(place) ?? whole.get(withoutExtension(place))
        if (found !== undefined) return found
      }
      const parts = name.split(/::?|\/|\.(?=[A-Za-z_])/).filter(Boolean)
      const dotted = [parts, parts.slice(0, -1)]
        .map((some) => some.join("/"))
        .filter((some) => some.includes("/"))
      for (const path of dotted)
        for (const place of [posix.join(folder, path), path]) {
          const found = whole.get(place)
          if (found !== undefined) return found
        }
      if (!/[./:]/.test(name)) return []
      for (const some of [name, ...dotted]) {
        const end = few(ends, some.split("/").slice(-2).join("/"))
        if (end.length > 0) return end
      }
      return []
    },
  }
}

function withoutExtension(path: string): string {
  return path.replace(/(?<=[^/])\.\w{1,8}$/, "")
}
