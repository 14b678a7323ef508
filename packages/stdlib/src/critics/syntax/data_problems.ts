import { strictText } from "@proofloop/foundation/git"
import type { ParseResult, SyntaxProblem } from "@proofloop/parsers"
import { loadParsers } from "../../parsers/load_parsers.ts"
import { isVariantOfDockerfile, type SyntaxFormat, type TreeFormat } from "./formats.ts"
import { parseToml } from "./parse_toml.ts"
import { hasPlaceholder, hasTemplateStatement } from "./template_paths.ts"

type DataFormat = Exclude<SyntaxFormat, "python" | "script" | TreeFormat>

/** The problems of a data file. `before` tells whether a JSON file always had comments, which its tool then accepts. */
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
      return await jsoncProblems(text)
    case "json": {
      const strict = await jsonProblems(text)
      if (strict.length === 0 || !(await hadComments(before))) return strict
      return await jsoncProblems(text)
    }
    case "json_or_yaml": {
      const json = await jsoncProblems(text)
      if (json.length === 0) return json
      const yaml = await yamlProblems(path, text)
      return yaml.length > 0 && /^\s*[{/]/.test(text) ? json : yaml
    }
    case "xml":
      return await markupProblems(text, before)
    case "dockerfile":
      return await imageProblems(path, text, before)
    case "yaml":
      return yamlProblems(path, text)
  }
}

/** Text that JSON.parse accepts needs no parser with places. */
async function jsonProblems(text: string): Promise<readonly SyntaxProblem[]> {
  try {
    JSON.parse(text)
    return []
  } catch {
    const { parseJson } = await loadParsers()
    return problemsOf(await parseJson(text))
  }
}

async function jsoncProblems(text: string): Promise<readonly SyntaxProblem[]> {
  const { parseJsonc } = await loadParsers()
  return problemsOf(await parseJsonc(text))
}

/** GitHub reads YAML 1.2 with one document a file; other tools are assumed to read 1.1 with several documents. */
async function yamlProblems(path: string, text: string): Promise<readonly SyntaxProblem[]> {
  const ofGithub = path.startsWith(".github/")
  const parsers = await loadParsers()
  const problems = await parsers.yamlProblems(text, {
    version: ofGithub ? "1.2" : "1.1",
    documents: ofGithub ? "one" : "many",
  })
  return problems.length > 0 && hasTemplateStatement(text) ? [] : problems
}

async function hadComments(before: Uint8Array | null): Promise<boolean> {
  const text = strictText(before)
  if (text === null || (await jsonProblems(text)).length === 0) return false
  return (await jsoncProblems(text)).length === 0
}

/** What begins with no tag may be a template of XML, unless it began with one before. */
async function markupProblems(text: string, before: Uint8Array | null): Promise<readonly SyntaxProblem[]> {
  if (!startsWithTag(text) && !startsWithTag(strictText(before) ?? "")) return []
  const { xmlProblems } = await loadParsers()
  return xmlProblems(text)
}

function startsWithTag(text: string): boolean {
  return /^\s{0,1000}</.test(text)
}

/** A variant of a Dockerfile may be what a program makes one of: it is judged where it was one before. */
async function imageProblems(
  path: string,
  text: string,
  before: Uint8Array | null,
): Promise<readonly SyntaxProblem[]> {
  const old = strictText(before)
  if (hasPlaceholder(old ?? text)) return []
  const { dockerfileProblems } = await loadParsers()
  if (isVariantOfDockerfile(path) && (old === null || (await dockerfileProblems(old)).length > 0)) return []
  return dockerfileProblems(text)
}

export function problemsOf(result: ParseResult): readonly SyntaxProblem[] {
  return "errors" in result ? result.errors : []
}
