import type { ConfigDocument } from "@proofloop/parsers"
import { loadParsers } from "../../parsers/load_parsers.ts"
import type { ConfigFormat } from "./matchers.ts"
import { parseTomlDocument } from "./toml_document.ts"

/** A file's document; null when it does not parse, which is for the syntax critics to say. */
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
