import type * as Yaml from "yaml"
import type { ConfigDocument, KeyPath } from "../document.ts"
import { loadPackage } from "../load_package.ts"
import { FIRST_POSITION, type Position, positionAt } from "../position.ts"
import { parseYaml } from "./parse_yaml.ts"
import { composeYaml, type YamlVersion } from "./yaml_documents.ts"

export interface YamlDocument extends ConfigDocument {
  /** The keys that lead to the value at a position. */
  readonly pathAt: (position: Position) => KeyPath
}

/** One YAML document; null when it does not parse. */
export async function parseYamlDocument(text: string, version: YamlVersion): Promise<YamlDocument | null> {
  const parsed = await parseYaml(text, version)
  if (!("value" in parsed)) return null
  const yaml = await loadPackage("yaml")
  const { documents } = await composeYaml(text, { version, documents: "one" })
  const document = documents[0]
  return {
    data: parsed.value,
    locate(path) {
      const offset = document && offsetOf(yaml, document, path)
      return offset === undefined ? FIRST_POSITION : positionAt(text, offset)
    },
    pathAt: (position) => (document ? pathTo(yaml, document.contents, offsetAt(text, position)) : []),
  }
}

function offsetOf(yaml: typeof Yaml, document: Yaml.Document.Parsed, path: KeyPath): number | undefined {
  let node: unknown = document.contents
  let offset: number | undefined
  for (const part of path) {
    if (yaml.isAlias(node)) node = node.resolve(document)
    let found: Child | undefined
    for (const child of childrenOf(yaml, node)) if (String(child.key) === String(part)) found ??= child
    if (found === undefined) break
    offset = found.start
    node = found.value
  }
  return offset
}

function pathTo(yaml: typeof Yaml, contents: unknown, offset: number): KeyPath {
  const path: Array<string | number> = []
  let node: unknown = contents
  for (;;) {
    let last: Child | undefined
    for (const child of childrenOf(yaml, node)) if (child.start <= offset) last = child
    if (last === undefined) return path
    path.push(last.key)
    node = last.value
  }
}

interface Child {
  readonly key: string | number
  readonly start: number
  readonly value: unknown
}

function* childrenOf(yaml: typeof Yaml, node: unknown): Generator<Child> {
  if (yaml.isMap(node)) {
    for (const { key, value } of node.items) {
      if (yaml.isScalar(key) && key.range) yield { key: String(key.value), start: key.range[0], value }
    }
  }
  if (!yaml.isSeq(node)) return
  for (const [key, value] of node.items.entries()) {
    if (yaml.isNode(value) && value.range) yield { key, start: value.range[0], value }
  }
}

function offsetAt(text: string, { line, column }: Position): number {
  let start = 0
  for (let passed = 1; passed < line; passed += 1) start = text.indexOf("\n", start) + 1
  return start + column - 1
}
