import { strictText } from "@proofloop/foundation/git"
import type { SyntaxFormat } from "./formats.ts"
import { parseJson, parseJsonc } from "./parse_json.ts"
import type { ParseResult, SyntaxProblem } from "./parse_result.ts"
import { parseToml } from "./parse_toml.ts"
import { hasTemplateStatement } from "./template_paths.ts"
import { composeYaml } from "./yaml_documents.ts"

type DataFormat = Exclude<SyntaxFormat, "python" | "script">

/** What is wrong with a data file. `before` tells whether a JSON file had comments all along, which its tool then reads. */
export async function dataProblems(
  format: DataFormat,
  path: string,
  text: string,
  before: Uint8Array | null,
): Promise<readonly SyntaxProblem[]> {
  switch (format) {
    case "toml":
      return problemsOf(await parseToml(text))
    case "jsonc":
      return problemsOf(await parseJsonc(text))
    case "json": {
      const strict = problemsOf(await parseJson(text))
      if (strict.length === 0 || !(await hadComments(before))) return strict
      return problemsOf(await parseJsonc(text))
    }
    case "json_or_yaml": {
      const json = problemsOf(await parseJsonc(text))
      if (json.length === 0) return json
      const yaml = await yamlProblems(path, text)
      return yaml.length > 0 && /^\s*[{/]/.test(text) ? json : yaml
    }
    case "yaml":
      return yamlProblems(path, text)
  }
}

/** GitHub reads YAML 1.2 and one document a file; other tools are taken to read 1.1, and several documents. */
async function yamlProblems(path: string, text: string): Promise<readonly SyntaxProblem[]> {
  const ofGithub = path.startsWith(".github/")
  const { problems } = await composeYaml(text, {
    version: ofGithub ? "1.2" : "1.1",
    documents: ofGithub ? "one" : "many",
  })
  return problems.length > 0 && hasTemplateStatement(text) ? [] : problems
}

async function hadComments(before: Uint8Array | null): Promise<boolean> {
  const text = strictText(before)
  if (text === null || problemsOf(await parseJson(text)).length === 0) return false
  return problemsOf(await parseJsonc(text)).length === 0
}

export function problemsOf(result: ParseResult): readonly SyntaxProblem[] {
  return "errors" in result ? result.errors : []
}
