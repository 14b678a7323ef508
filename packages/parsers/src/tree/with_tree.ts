import type * as TreeSitter from "web-tree-sitter"
import type { Edit, Language as Grammar, Node, Parser, Query, Tree } from "web-tree-sitter"
import { cpuLimit } from "../cpu_time.ts"
import { loadPackage } from "../load_package.ts"
import { type SyntaxProblem, MAX_PROBLEMS } from "../parse_result.ts"
import { UnableError } from "../unable_error.ts"
import { CachedNode } from "./cached_node.ts"
import { editOf } from "./edit_of.ts"
import { inKnownSyntax } from "./known_syntax.ts"
import { grammarFile, type Language } from "./language.ts"
import type { SyntaxNode } from "./syntax_node.ts"

export interface Capture {
  /** The name that the query gives it, without "@". */
  readonly name: string
  readonly node: SyntaxNode
}

/** Looks at a tree; `captures` gives what a tree-sitter query finds in all of it, in the order of the text. */
export type TreeUse<T> = (root: SyntaxNode, captures: (query: string) => readonly Capture[]) => T

/** Steps of some hundred operations. Ordinary code takes one for 100 characters; recovery from errors takes more. */
const mostSteps = (text: string) => 2000 + Math.ceil(text.length / 20)
/** Of CPU time. A step of some grammars takes the longer the more errors came before it. Ordinary files take milliseconds. */
const LIMIT_MS = 10_000

interface LoadedLanguage {
  readonly parser: Parser
  readonly edit: (from: string, to: string) => Edit
  readonly queryOf: (source: string) => Query
}

const loaded = new Map<Language, Promise<LoadedLanguage>>()

/**
 * What `use` makes of a text's syntax tree, which is freed afterwards; null for syntax errors. Throws UnableError for a
 * text that takes more than `most_steps` of work, or ten seconds of CPU time.
 */
export async function withTree<T>(
  language: Language,
  text: string,
  use: TreeUse<T>,
  most_steps: number = mostSteps(text),
): Promise<T | null> {
  const { parser, queryOf } = await languageFor(language)
  let missing: readonly number[] = []
  const read = (root: Node) => {
    if (!root.hasError)
      return { made: use(new CachedNode(root), (query) => capturesOf(queryOf(query), root)) }
    missing = semicolonsMissing(root)
    return null
  }
  const found = inTree(parser, text, most_steps, read)
  if (found !== null) return found.made
  for (const plain of inKnownSyntax(language, text, missing)) {
    const again = inTree(parser, plain, most_steps, read)
    if (again !== null) return again.made
  }
  return null
}

/**
 * What `use` makes of each text, called with its index. A text is parsed from the tree of the one before it: what they
 * have in common takes next to no time. Null for a text with syntax errors. Throws UnableError as withTree does.
 */
export async function withTrees<T>(
  language: Language,
  texts: readonly string[],
  use: (index: number, ...tree: Parameters<TreeUse<T>>) => T,
): Promise<ReadonlyArray<T | null>> {
  const found: Array<T | null> = []
  const { parser, queryOf, edit } = await languageFor(language)
  let base: Base | undefined
  try {
    for (const [index, text] of texts.entries()) {
      const tree = parse(parser, text, mostSteps(text), base)
      base?.tree.delete()
      base = tree.rootNode.hasError ? undefined : { tree, edit: (next) => edit(text, next) }
      if (base === undefined) tree.delete()
      found.push(
        base === undefined
          ? await withTree(language, text, (...found_in) => use(index, ...found_in))
          : use(index, new CachedNode(tree.rootNode), (query) => capturesOf(queryOf(query), tree.rootNode)),
      )
    }
  } finally {
    base?.tree.delete()
  }
  return found
}

/** The tree of another text, and the edit that makes a text of that one. */
interface Base {
  readonly tree: Tree
  readonly edit: (text: string) => Edit
}

/** Where a text is not what its grammar allows. Throws UnableError as withTree does. */
export async function treeProblems(language: Language, text: string): Promise<readonly SyntaxProblem[]> {
  const { parser } = await languageFor(language)
  let missing: readonly number[] = []
  const found = inTree(parser, text, mostSteps(text), (root) => {
    missing = semicolonsMissing(root)
    return problemsIn(root)
  })
  let last = found
  for (const plain of found.length === 0 ? [] : inKnownSyntax(language, text, missing)) {
    last = inTree(parser, plain, mostSteps(text), problemsIn)
    if (last.length === 0) break
  }
  return last
}

/** Where a broken tree lacks semicolons, in UTF-16 code units. */
function semicolonsMissing(root: Node): readonly number[] {
  return [...brokenNodes(root)].flatMap(({ isMissing, type, startIndex }) =>
    isMissing && type === ";" ? [startIndex] : [],
  )
}

function capturesOf(query: Query, root: Node): readonly Capture[] {
  return query.captures(root).map(({ name, node }) => ({ name, node: new CachedNode(node) }))
}

function inTree<T>(parser: Parser, text: string, most_steps: number, use: (root: Node) => T): T {
  const tree = parse(parser, text, most_steps)
  try {
    return use(tree.rootNode)
  } finally {
    tree.delete()
  }
}

/** Throws UnableError when it takes more than so many steps, too long, or more memory than there is. */
function parse(parser: Parser, text: string, most_steps: number, base?: Base): Tree {
  let steps = 0
  const isSpent = cpuLimit(LIMIT_MS)
  let tree: Tree | null = null
  try {
    base?.tree.edit(base.edit(text))
    tree = parser.parse(ended(text), base?.tree ?? null, {
      progressCallback: () => ++steps > most_steps || isSpent(),
    })
  } catch (error) {
    // WebAssembly without memory left.
    if (!(error instanceof Error) || error.name !== "RuntimeError") throw error
    loaded.clear()
  }
  if (tree === null) {
    parser.reset()
    throw new UnableError(`a text of ${text.length} characters is too much for tree-sitter to read`)
  }
  return tree
}

/** The Go grammar takes a last line without a newline for cut off. */
function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`
}

function languageFor(language: Language): Promise<LoadedLanguage> {
  const known = loaded.get(language)
  if (known !== undefined) return known
  const loading = load(language)
  loaded.set(language, loading)
  loading.catch(() => loaded.delete(language))
  return loading
}

/** Begun once: two concurrent starts make two memories, and a grammar in one is unknown to a parser in the other. */
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
  const { Edit, Parser, Language: Grammars, Query } = await treeSitter()
  const grammar: Grammar = await Grammars.load(grammarFile(language))
  const parser = new Parser()
  parser.setLanguage(grammar)
  const queries = new Map<string, Query>()
  return {
    parser,
    edit(from, to) {
      const { start, old_end, new_end, ...rows } = editOf(ended(from), ended(to))
      return new Edit({
        startIndex: start,
        oldEndIndex: old_end,
        newEndIndex: new_end,
        startPosition: { row: rows.start_row, column: 0 },
        oldEndPosition: { row: rows.old_end_row, column: 0 },
        newEndPosition: { row: rows.new_end_row, column: 0 },
      })
    },
    queryOf(source) {
      const query = queries.get(source) ?? new Query(grammar, source)
      queries.set(source, query)
      return query
    },
  }
}

/** The places of a tree that its grammar does not allow, or where it misses something; empty for a sound tree. */
function problemsIn(root: Node): readonly SyntaxProblem[] {
  const found: SyntaxProblem[] = []
  for (const { isMissing, type, startPosition } of brokenNodes(root)) {
    const message = isMissing ? `${type} is missing` : "does not parse from here"
    found.push({ message, line: startPosition.row + 1, column: startPosition.column + 1 })
    if (found.length >= MAX_PROBLEMS) break
  }
  return found
}

/** The outermost nodes that are errors or missing, in the order of the text. */
function* brokenNodes(root: Node): Generator<Node> {
  const waiting: Node[] = root.hasError ? [root] : []
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.isMissing || node.isError) yield node
    else
      for (const child of node.children.toReversed())
        if (child !== null && (child.hasError || child.isMissing)) waiting.push(child)
  }
}
