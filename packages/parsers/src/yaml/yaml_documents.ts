import type * as Yaml from "yaml"
import type { Document, Lexer, Parser, Tags } from "yaml"
import { loadPackage } from "../load_package.ts"
import { MAX_PROBLEMS, type SyntaxProblem } from "../parse_result.ts"
import { positionAt } from "../position.ts"
import { UnableError } from "../unable_error.ts"

export type YamlVersion = "1.1" | "1.2"

/** More take seconds to read. */
const MAX_TOKENS = 1_000_000

/** yaml reads nested nodes recursively. */
const MAX_DEPTH = 200

export interface YamlOptions {
  readonly version: YamlVersion
  /** With "one", a second document is a problem. */
  readonly documents: "one" | "many"
}

/** What is wrong with a YAML text, by place. Linear in time; throws an UnableError for more than a million tokens. */
export async function yamlProblems(text: string, options: YamlOptions): Promise<readonly SyntaxProblem[]> {
  return (await composeYaml(text, options)).problems
}

/** The documents of a YAML text and what is wrong with it, as `yamlProblems`. */
export async function composeYaml(
  text: string,
  options: YamlOptions,
): Promise<{ readonly documents: readonly Document.Parsed[]; readonly problems: readonly SyntaxProblem[] }> {
  const yaml = await loadPackage("yaml")
  const found: PlacedProblem[] = controlCharacter(text)
  const composer = new yaml.Composer({
    version: options.version,
    customTags: wordsOnly,
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: "silent",
  })
  const documents: Document.Parsed[] = []
  for (const token of boundedTokens(text, new yaml.Lexer(), new yaml.Parser(), found)) {
    documents.push(...composer.next(token))
  }
  documents.push(...composer.end(true, text.length))

  for (const { errors } of documents) {
    for (const { pos, message } of errors) found.push({ offset: pos[0], message })
  }
  if (found.length === 0) found.push(...documents.flatMap((document) => yamlNodeProblems(yaml, document)))
  const second = options.documents === "one" ? documents[1] : undefined
  if (second) found.push({ offset: second.range[0], message: "a second document, where one is read" })
  return { documents, problems: placed(text, found) }
}

/** The package takes a lone `y` and `n` for booleans in 1.1, as its specification; the tools that read 1.1 do not. */
function wordsOnly(tags: Tags): Tags {
  return tags.map((tag): Tags[number] => {
    if (typeof tag === "string" || "collection" in tag) return tag
    if (tag.tag !== "tag:yaml.org,2002:bool") return tag
    const test = tag.test?.test("y") ? TRUE_WORDS : tag.test?.test("n") ? FALSE_WORDS : tag.test
    return test ? { ...tag, test } : tag
  })
}

const TRUE_WORDS = /^(?:[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/
const FALSE_WORDS = /^(?:[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/

/** The tokens up to where the text is too deep, or has too many errors to report. */
function* boundedTokens(text: string, lexer: Lexer, parser: Parser, found: PlacedProblem[]) {
  let lexemes = 0
  let odd = 0
  for (const lexeme of lexer.lex(text)) {
    lexemes += 1
    if (lexemes > MAX_TOKENS) throw new UnableError(`YAML with more than ${MAX_TOKENS} tokens is not read`)
    for (const token of parser.next(lexeme)) {
      if (token.type === "error" || token.type === "directive") odd += 1
      yield token
    }
    if (odd > MAX_PROBLEMS) return
    if (parser.stack.length > MAX_DEPTH) {
      found.push({ offset: parser.offset, message: `nested deeper than ${MAX_DEPTH} levels` })
      return
    }
  }
  yield* parser.end()
}

/** YAML has no control characters outside of escapes; the yaml package lets them through. */
function controlCharacter(text: string): PlacedProblem[] {
  const offset = text.search(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/)
  if (offset < 0) return []
  const code = text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, "0")
  return [{ offset, message: `control character U+${code}` }]
}

function placed(text: string, found: readonly PlacedProblem[]): SyntaxProblem[] {
  const first = [...found].sort((one, other) => one.offset - other.offset).slice(0, MAX_PROBLEMS)
  return first.map(({ offset, message }) => ({ message, ...positionAt(text, offset) }))
}

interface PlacedProblem {
  /** In UTF-16 code units. */
  readonly offset: number
  readonly message: string
}

/** Duplicate keys and aliases without an anchor, in linear time; the yaml package compares each key with every other. */
function yamlNodeProblems(
  { isAlias, isMap, isNode, isScalar, visit }: typeof Yaml,
  document: Yaml.Document.Parsed,
): PlacedProblem[] {
  const found: PlacedProblem[] = []
  const anchors = new Set<string>()
  const tell = (node: Yaml.Node, message: string) => {
    if (found.length < MAX_PROBLEMS) found.push({ offset: node.range?.[0] ?? 0, message })
  }
  visit(document, (_, node) => {
    if (!isNode(node)) return
    if (isAlias(node)) {
      if (!anchors.has(node.source)) tell(node, `alias *${node.source} has no anchor before it`)
      return
    }
    if (node.anchor !== undefined) anchors.add(node.anchor)
    if (!isMap(node)) return
    const seen = new Set<unknown>()
    for (const { key } of node.items) {
      if (!isScalar(key) || typeof key.value === "symbol" || key.value === "<<") continue
      if (seen.has(key.value)) tell(key, `key ${JSON.stringify(key.source ?? "")} comes twice in one map`)
      seen.add(key.value)
    }
  })
  return found
}
