import { dirname, join } from "node:path"
import { installedFile } from "@proofloop/foundation/files"
import type { Language as Grammar, Node, Parser, Query, Tree } from "web-tree-sitter"
import type * as TreeSitter from "web-tree-sitter"
import { loadPackage } from "../load_package.ts"
import type { SyntaxProblem } from "../parse_result.ts"
import { UnableError } from "../unable_error.ts"
import { problemsIn } from "./problems_in.ts"
import type { SyntaxNode } from "./syntax_node.ts"

/** A language that has a grammar here; tsx is TypeScript with JSX. */
export type Language = "python" | "javascript" | "typescript" | "tsx" | "go" | "rust" | "java"

/** A node that a query names. */
export interface Capture {
  readonly name: string
  readonly node: SyntaxNode
}

/** Looks at a tree; `captures` gives what a tree-sitter query finds in all of it, in the order of the text. */
export type TreeUse<T> = (root: SyntaxNode, captures: (query: string) => readonly Capture[]) => T

/** After this long a file is given up; 2 MiB of ordinary code take a quarter of it. */
const PARSE_MS = 2000

interface LoadedLanguage {
  readonly parser: Parser
  readonly queryOf: (source: string) => Query
}

const loaded = new Map<Language, Promise<LoadedLanguage>>()

/** What `use` makes of a text's syntax tree, which is freed afterwards; null after two seconds or for syntax errors. */
export async function withTree<T>(language: Language, text: string, use: TreeUse<T>): Promise<T | null> {
  const { parser, queryOf } = await languageFor(language)
  const read = (root: Node) => use(root, (query) => queryOf(query).captures(root))
  const found = parse(parser, text, read)
  if (found !== broken) return found
  const plain = language === "typescript" || language === "tsx" ? withoutNewerSyntax(text) : null
  const again = plain === null ? null : parse(parser, plain, read)
  return again === broken ? null : again
}

/** Where a text is not what its grammar allows. Throws UnableError when that takes more than two seconds. */
export async function treeProblems(language: Language, text: string): Promise<readonly SyntaxProblem[]> {
  const { parser } = await languageFor(language)
  const tree = parseTree(parser, text)
  if (tree === null) throw new UnableError(`reading ${language} took more than ${PARSE_MS / 1000} seconds`)
  try {
    return problemsIn(tree.rootNode)
  } finally {
    tree.delete()
  }
}

const broken = Symbol("syntax errors")

function parse<T>(parser: Parser, text: string, use: (root: Node) => T): T | null | typeof broken {
  const tree = parseTree(parser, text)
  try {
    if (tree === null) return null
    return tree.rootNode.hasError ? broken : use(tree.rootNode)
  } finally {
    tree?.delete()
  }
}

/** null: it took too long. */
function parseTree(parser: Parser, text: string): Tree | null {
  const deadline = performance.now() + PARSE_MS
  // The Go grammar takes the last line for cut off when no newline ends it.
  const tree = parser.parse(text.endsWith("\n") ? text : `${text}\n`, null, {
    progressCallback: () => performance.now() > deadline,
  })
  if (tree === null) parser.reset()
  return tree
}

function languageFor(language: Language): Promise<LoadedLanguage> {
  const known = loaded.get(language)
  if (known !== undefined) return known
  const loading = load(language)
  loaded.set(language, loading)
  loading.catch(() => loaded.delete(language))
  return loading
}

/** Begun once: two that begin at a time make two memories, and a grammar of the one is unknown to a parser of the other. */
function treeSitter(): Promise<typeof TreeSitter> {
  started ??= start().catch((cause) => {
    started = undefined
    throw cause
  })
  return started
}

let started: Promise<typeof TreeSitter> | undefined

async function start(): Promise<typeof TreeSitter> {
  const library = await loadPackage("web-tree-sitter")
  await library.Parser.init()
  return library
}

async function load(language: Language): Promise<LoadedLanguage> {
  const { Parser, Language: Grammars, Query } = await treeSitter()
  const grammars = join(
    dirname(installedFile("@vscode/tree-sitter-wasm/package.json", import.meta.url)),
    "wasm",
  )
  const grammar: Grammar = await Grammars.load(join(grammars, `tree-sitter-${language}.wasm`))
  const parser = new Parser()
  parser.setLanguage(grammar)
  const queries = new Map<string, Query>()
  return {
    parser,
    queryOf(source) {
      const query = queries.get(source) ?? new Query(grammar, source)
      queries.set(source, query)
      return query
    },
  }
}

/** A TypeScript text of the same length without the words that the grammar does not know; null when it has none of them. */
function withoutNewerSyntax(text: string): string | null {
  const plain = text.replace(STAR_OF_TYPES, blank).replace(TYPE_PARAMETER, blank)
  return plain === text ? null : plain
}

const STAR_OF_TYPES = /(\bexport\s{1,16})(type)(?=\s{0,16}\*)/g
const TYPE_PARAMETER = /([<,]\s{0,64})(const|in out|in|out)(?=\s{1,16}[A-Z_])/g

function blank(_all: string, before: string, word: string): string {
  return before + " ".repeat(word.length)
}
