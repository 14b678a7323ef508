import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { build } from "esbuild"
import { expect, test } from "vitest"
import { isInternal } from "../packaging/api_reports.ts"
import { publishedPackages } from "../packaging/published.mjs"
import { root } from "../setup.mjs"
import { isTestFile } from "./source.mjs"

/**
 * What the entries of each package, and those that have a row of their own, load from the registry when they are imported. Parsers, the database and the MCP SDK
 * load when they are used, and what a proxy needs when there is one.
 */
const EAGER: Readonly<Record<string, readonly string[]>> = {
  "@proofloop/foundation": ["@noble/hashes", "fastest-levenshtein"],
  "@proofloop/jobs/github": [
    "@octokit/auth-app",
    "@octokit/core",
    "@octokit/plugin-paginate-rest",
    "@octokit/plugin-retry",
    "@octokit/plugin-throttling",
    "zod",
  ],
  "@proofloop/jobs": ["zod"],
  "@proofloop/jobs/pipeline": ["fastest-levenshtein", "zod"],
  "@proofloop/parsers": [],
  "@proofloop/replay": ["@streamparser/json", "acorn"],
  "@proofloop/stdlib": ["jsonrepair", "zod"],
  "@proofloop/stdlib/mcp": ["@modelcontextprotocol/server", "zod"],
}

/** The row of an entry. */
function nameOf(package_name: string, specifier: string): string {
  return specifier in EAGER ? specifier : package_name
}

test.each(Object.entries(EAGER))(
  "entries of %s load no heavy package when they are imported",
  async (name, expected) => {
    const { folder = "", entries: all = [] } =
      publishedPackages(root).find((one) => one.name === packageOf(name)) ?? {}
    const entries = all.filter(
      ({ specifier }) => !isInternal(specifier) && nameOf(packageOf(name), specifier) === name,
    )
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

/** What this product was ordered to be built on. One of them goes only with a decision record. */
const ORDERED = ["@noble/hashes", "execa", "fastest-levenshtein", "xstate", "zod"]

test("what ships imports each package that was ordered", () => {
  const folders = readdirSync(join(root, "packages"))
    .map((name) => join(root, "packages", name, "src"))
    .filter((folder) => existsSync(folder))
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  const shipped = files.filter((path) => path.endsWith(".ts") && !isTestFile(path))
  const text = shipped.map((path) => readFileSync(path, "utf8")).join("\n")
  const imported = /(?:^(?:import|export) (?!type )[^;"]*from |\bimport\()"([^"]+)"/gm
  const names = new Set([...text.matchAll(imported)].map(([, specifier = ""]) => packageOf(specifier)))
  expect(ORDERED.filter((name) => !names.has(name))).toEqual([])
})

function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")
}
