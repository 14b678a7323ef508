import type * as Yaml from "yaml"
import { parseYaml } from "../syntax/parse_yaml.ts"
import { loadPeer } from "../syntax/peer.ts"
import { positionAt } from "../syntax/position.ts"
import { composeYaml, type YamlVersion } from "../syntax/yaml_documents.ts"
import { type ConfigDocument, type KeyPath, start_of_file } from "./document.ts"

/** One YAML document; null when it does not parse. */
export async function parseYamlDocument(text: string, version: YamlVersion): Promise<ConfigDocument | null> {
  const parsed = await parseYaml(text, version)
  if (!("value" in parsed)) return null
  const yaml = await loadPeer("yaml", () => import("yaml"))
  const { documents } = await composeYaml(text, { version, documents: "one" })
  return {
    data: parsed.value,
    locate(path) {
      const offset = documents[0] && offsetOf(yaml, documents[0], path)
      return offset === undefined ? start_of_file : positionAt(text, offset)
    },
  }
}

function offsetOf(yaml: typeof Yaml, document: Yaml.Document.Parsed, path: KeyPath): number | undefined {
  let node: unknown = document.contents
  let offset: number | undefined
  for (const part of path) {
    if (yaml.isAlias(node)) node = node.resolve(document)
    let found: { readonly at: unknown; readonly value: unknown } | undefined
    if (yaml.isMap(node)) {
      const pair = node.items.find(({ key }) => String(yaml.isScalar(key) ? key.value : key) === String(part))
      found = pair && { at: pair.key, value: pair.value }
    } else if (yaml.isSeq(node)) {
      const item = node.items[Number(part)]
      found = { at: item, value: item }
    }
    if (!yaml.isNode(found?.at)) break
    offset = found.at.range?.[0] ?? offset
    node = found.value
  }
  return offset
}
