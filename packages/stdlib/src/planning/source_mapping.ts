import { posix } from "node:path"
import { isTestPath } from "@proofloop/foundation/paths"
import type { RepositoryFacts } from "../repository/facts.ts"
import { type RepositoryFiles, repositoryFiles } from "./repository_files.ts"
import { goSources } from "./sources/go.ts"
import { javaSources } from "./sources/java.ts"
import { javascriptSources } from "./sources/javascript.ts"
import { pythonSources } from "./sources/python.ts"
import { rustSources } from "./sources/rust.ts"

/** The files that one test file is about; tests may be among them. */
type SourceReader = (path: string, files: RepositoryFiles) => Promise<readonly string[]>

const readers: Readonly<Record<string, SourceReader>> = {
  ".py": pythonSources,
  ".rs": rustSources,
  ".go": goSources,
  ".java": javaSources,
  ...Object.fromEntries(
    [".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts"].map((extension) => [
      extension,
      javascriptSources,
    ]),
  ),
}

/** The sources that test files are about, each once, in order; no missing ones, no tests. @requirement critics.test_to_source */
export async function inferSourceFiles(
  tests: readonly string[],
  facts: RepositoryFacts,
): Promise<readonly string[]> {
  const sourcesOf = await sourceReader(facts)
  const found: string[] = []
  for (const test of tests) found.push(...(await sourcesOf(test)))
  return [...new Set(found)]
}

/** Reads the repository once for many files: what each test or source is about or imports, as `inferSourceFiles` does. */
export async function sourceReader(
  facts: RepositoryFacts,
): Promise<(path: string) => Promise<readonly string[]>> {
  const files = await repositoryFiles(facts)
  return async (given) => {
    const path = posix.normalize(given)
    const read = readers[posix.extname(path)]
    if (read === undefined || !files.has(path)) return []
    return [...new Set(await read(path, files))].filter((source) => !isTestPath(source))
  }
}
