import { thrownMessage } from "@proofloop/foundation/errors"
import { failedParse, type ParseResult } from "../parse_result.ts"
import { composeYaml, type YamlVersion } from "./yaml_documents.ts"

/**
 * Reads a YAML text of one document; throws an UnableError when it has more than a million tokens. Duplicate keys, a
 * second document and an alias without an anchor are errors; unknown tags are allowed. No document at all is null. In 1.1,
 * which most tools read, `on` and `yes` are booleans and `<<` merges; in 1.2 they are text. Aliases may expand the text a
 * thousandfold at most.
 */
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
