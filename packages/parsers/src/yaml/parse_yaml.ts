import { thrownMessage } from "@proofloop/foundation/errors"
import { failedParse, type ParseResult } from "../parse_result.ts"
import { composeYaml, type YamlVersion } from "./yaml_documents.ts"

/** Reads one YAML document, null for none. Throws UnableError above a million tokens. Only in 1.1 `yes` is true and `<<` merges. */
export async function parseYaml(text: string, version: YamlVersion): Promise<ParseResult> {
  const { documents, problems } = await composeYaml(text, { version, documents: "one" })
  const failed = failedParse(problems)
  if (failed) return failed
  try {
    return { value: documents[0]?.toJS({ maxAliasCount: 1000 }) ?? null }
  } catch (error) {
    const message = thrownMessage(error)
    return failedParse([{ message, line: 1, column: 1 }]) ?? { value: null }
  }
}
