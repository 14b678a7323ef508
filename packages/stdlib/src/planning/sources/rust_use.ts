const MAX_PATHS = 500

/**
 * The paths that Rust code names: every `use` tree written out, and every other path of at least two segments. At most
 * 500; what comes first in the text comes first.
 */
export function usePaths(text: string): readonly (readonly string[])[] {
  const paths: (readonly string[])[] = []
  for (const statement of text.split(";")) {
    if (paths.length >= MAX_PATHS) break
    const words = [...statement.matchAll(/\buse\s/g)]
    const at = words.at(-1)?.index ?? statement.length
    for (const [path] of statement.slice(0, at).matchAll(PATH)) paths.push(path.split("::"))
    paths.push(...writtenOut(statement.slice(at + 3, at + MAX_TREE)))
  }
  return paths.slice(0, MAX_PATHS)
}

const MAX_TREE = 2048
const PATH = /\b[a-z]\w{0,63}(?:::\w{1,64}){1,8}/g

/** `a::{b, c::{d}}` is a::b and a::c::d. */
function writtenOut(tree: string): readonly (readonly string[])[] {
  const open: string[][] = [[]]
  const found: string[][] = []
  let current: string[] = []
  for (const token of tree.match(/::|[{},]|[\w*]{1,128}/g) ?? []) {
    const base = open.at(-1) ?? []
    if (token === "{") {
      open.push([...base, ...current])
      current = []
    } else if (token === "," || token === "}") {
      if (current.length > 0) found.push([...base, ...current])
      current = []
      if (token === "}" && open.length > 1) open.pop()
    } else if (token !== "::") current.push(token)
    if (found.length >= MAX_PATHS || open.length > 16) break
  }
  if (current.length > 0) found.push([...(open.at(-1) ?? []), ...current])
  return found.map((path) => withoutName(path))
}

/** What follows `as` is another name for the same thing. */
function withoutName(path: readonly string[]): readonly string[] {
  const at = path.indexOf("as")
  return at < 0 ? path : path.slice(0, at)
}
