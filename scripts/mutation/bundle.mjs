import { readFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"

/** Packages that whoever runs the script stands in for. */
const GIVEN = ["vitest", "fast-check"]
const RESOLVED = "resolved"

/** All test files and what they import of the repository, as the text of one CommonJS script; packages stay outside it. */
export async function bundleTests(folder, files) {
  const { outputFiles } = await build({
    stdin: {
      contents: files
        .map((file) => `startFile(${JSON.stringify(file)}, () => require("./${file}"))`)
        .join("\n"),
      resolveDir: folder,
    },
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    target: "node20",
    logLevel: "error",
    plugins: [{ name: "sources", setup: (build) => setUpSources(build, folder) }],
  })
  return outputFiles[0].text
}

function setUpSources(build, folder) {
  // A copy is tested, into which the links of node_modules do not lead. Nothing here needs the loop.
  build.onResolve({ filter: /^@proofloop\/runtime(?:\/\w+)?$/ }, ({ path }) => ({
    path,
    namespace: "runtime",
  }))
  build.onLoad({ filter: /./, namespace: "runtime" }, () => ({
    contents: 'module.exports = require("./packages/runtime/src/detector.ts")',
    resolveDir: folder,
  }))
  build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
    if (pluginData === RESOLVED || kind === "entry-point" || path.startsWith("@proofloop/")) return undefined
    if (isBuiltin(path) || GIVEN.includes(path)) return { path, external: true }
    const found = await build.resolve(path, { kind, resolveDir, pluginData: RESOLVED })
    return { ...found, external: true }
  })
  build.onLoad({ filter: /\.[mc]?ts$/ }, ({ path }) => {
    const text = readFileSync(path, "utf8")
    if (!text.includes("import.meta.url")) return undefined
    return {
      contents: text.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
      loader: "ts",
    }
  })
}
