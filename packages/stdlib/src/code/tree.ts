import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { Language as Grammar, Node, Parser } from "web-tree-sitter"
import { loadPeer } from "../critics/syntax/peer.ts"
import type { Language } from "./language.ts"
import { withoutNewerSyntax } from "./newer_syntax.ts"

/** Larger files are not parsed. UTF-16 code units. */
export const MAX_SOURCE = 2 * 1024 * 1024

/** After this long a file is given up; 2 MiB of ordinary code take a quarter of it. */
const PARSE_MS = 2000

interface LoadedLanguage {
  readonly grammar: Grammar
  readonly parser: Parser
}

const loaded = new Map<Language, Promise<LoadedLanguage>>()

/**
 * What `use` makes of the syntax tree of a text; the tree is freed afterwards. null: too large, too slow, or there are
 * syntax errors in it. Rejects when the parser packages are not installed.
 */
export async function withTree<T>(
  language: Language,
  text: string,
  use: (root: Node, grammar: Grammar) => T,
): Promise<T | null> {
  if (text.length > MAX_SOURCE) return null
  const { grammar, parser } = await languageFor(language)
  const read = (root: Node) => use(root, grammar)
  const found = parse(parser, text, read)
  if (found !== broken) return found
  const plain = language === "typescript" || language === "tsx" ? withoutNewerSyntax(text) : null
  const again = plain === null ? null : parse(parser, plain, read)
  return again === broken ? null : again
}

const broken = Symbol("syntax errors")

function parse<T>(parser: Parser, text: string, use: (root: Node) => T): T | null | typeof broken {
  const deadline = performance.now() + PARSE_MS
  // The Go grammar takes the last line for cut off when no newline ends it.
  const tree = parser.parse(text.endsWith("\n") ? text : `${text}\n`, null, {
    progressCallback: () => performance.now() > deadline,
  })
  if (tree === null) {
    parser.reset()
    return null
  }
  try {
    return tree.rootNode.hasError ? broken : use(tree.rootNode)
  } finally {
    tree.delete()
  }
}

function languageFor(language: Language): Promise<LoadedLanguage> {
  const known = loaded.get(language)
  if (known !== undefined) return known
  const loading = load(language)
  loaded.set(language, loading)
  loading.catch(() => loaded.delete(language))
  return loading
}

async function load(language: Language): Promise<LoadedLanguage> {
  const { Parser, Language: Grammars } = await loadPeer("web-tree-sitter", () => import("web-tree-sitter"))
  const manifest = await loadPeer("@vscode/tree-sitter-wasm", () =>
    Promise.resolve(createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm/package.json")),
  )
  await Parser.init()
  const grammar = await Grammars.load(join(dirname(manifest), "wasm", `tree-sitter-${language}.wasm`))
  const parser = new Parser()
  parser.setLanguage(grammar)
  return { grammar, parser }
}
