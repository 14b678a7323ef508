import { posix } from "node:path"
import { isTestPath } from "@proofloop/foundation/paths"
import type { RepositoryFacts } from "../repository/facts.ts"
import { type RepositoryFiles, repositoryFiles } from "./repository_files.ts"
import { goSources } from "./sources/go.ts"
import { javaSources } from "./sources/java.ts"
import { javascriptSources } from "./sources/javascript.ts"
import { pythonSources } from "./sources/python.ts"
import { rustSources } from "./sources/rust.ts"

/** The files of the repository one test file is about, tests among them or not. */
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

/** The sources that test files are about, each once, in order; only files that exist, no tests. @requirement critics.test_to_source */
export async function inferSourceFiles(
  tests: readonly string[],
  facts: RepositoryFacts,
): Promise<readonly string[]> {
  const files = await repositoryFiles(facts)
  const sources = new Set<string>()
  for (const given of tests) {
    const path = posix.normalize(given)
    const read = readers[posix.extname(path)]
    if (read === undefined || !files.has(path)) continue
    for (const source of await read(path, files)) if (!isTestPath(source)) sources.add(source)
  }
  return [...sources]
}
