import { join, relative } from "node:path"
import { build } from "esbuild"
import { expect, test } from "vitest"
import { publishedPackages } from "../packaging/published.mjs"
import { root } from "../setup.mjs"

/**
 * What the entries of each package load from the registry when they are imported. Parsers, the database and the MCP SDK
 * load when they are used, and what a proxy needs when there is one.
 */
const EAGER: Readonly<Record<string, readonly string[]>> = {
  "@proofloop/dbos": ["zod"],
  "@proofloop/foundation": ["@noble/hashes", "fastest-levenshtein"],
  "@proofloop/github": [
    "@octokit/auth-app",
    "@octokit/core",
    "@octokit/plugin-paginate-rest",
    "@octokit/plugin-retry",
    "@octokit/plugin-throttling",
    "zod",
  ],
  "@proofloop/jobs": ["xstate", "zod"],
  "@proofloop/parsers": [],
  "@proofloop/replay": ["@streamparser/json", "zod"],
  "@proofloop/self-correction": ["zod"],
  "@proofloop/stdlib": ["jsonrepair", "zod"],
  "@proofloop/verifier": ["zod"],
}

test.each(Object.entries(EAGER))(
  "entries of %s load no heavy package when they are imported",
  async (name, expected) => {
    const { folder = "", entries = [] } = publishedPackages(root).find((one) => one.name === name) ?? {}
    const { metafile } = await build({
      entryPoints: entries.map(({ source }) => join(folder, source)),
      absWorkingDir: root,
      bundle: true,
      format: "esm",
      metafile: true,
      outdir: "out",
      packages: "external",
      platform: "node",
      splitting: true,
      write: false,
    })
    const outputs = new Map(Object.entries(metafile.outputs))
    // What is imported dynamically is an entry point as well.
    const sources = new Set(entries.map(({ source }) => relative(root, join(folder, source))))
    const files = new Set(
      [...outputs].filter(([, { entryPoint = "" }]) => sources.has(entryPoint)).map(([path]) => path),
    )
    const loaded = new Set<string>()
    for (const file of files) {
      for (const { path, kind, external } of outputs.get(file)?.imports ?? []) {
        if (kind !== "import-statement") continue
        if (external !== true) files.add(path)
        else if (!path.startsWith("node:") && !path.startsWith("@proofloop/")) loaded.add(packageOf(path))
      }
    }
    expect([...loaded].sort()).toEqual(expected)
  },
)

function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")
}
