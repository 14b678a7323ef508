import { readFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { expect, test } from "vitest"
import { root } from "../setup.mjs"

const folder = join(root, "packages/stdlib")
const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, string>>
}

/**
 * Small, or loaded by the runtime anyway. Parsers, validators, execa, the database and the MCP SDK are loaded when they are
 * used.
 */
const eager = [
  "@proofloop/runtime",
  "@proofloop/runtime/detector",
  "@streamparser/json",
  "jsonrepair",
  "xstate",
  "zod",
]

test("no entry of the standard library loads a heavy package when it is imported", async () => {
  const { metafile } = await build({
    entryPoints: Object.entries(exports).map(([name, path]) => ({
      in: join(folder, path),
      out: join("out", name),
    })),
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    metafile: true,
    outdir: ".",
    packages: "external",
    platform: "node",
    splitting: true,
    write: false,
  })
  const outputs = new Map(Object.entries(metafile.outputs))
  const entries = [...outputs].filter(([, { entryPoint }]) => entryPoint !== undefined).map(([path]) => path)
  const loaded = new Set<string>()
  const files = new Set(entries.filter((path) => path.startsWith("out")))
  for (const file of files) {
    for (const { path, kind, external } of outputs.get(file)?.imports ?? []) {
      if (kind !== "import-statement") continue
      if (external !== true) files.add(path)
      else if (!path.startsWith("node:")) loaded.add(path)
    }
  }
  expect([...loaded].sort()).toEqual(eager)
})
