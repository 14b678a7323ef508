import { builtinModules } from "node:module"
import { join } from "node:path"
import { build } from "esbuild"

/**
 * Writes the package's code into `dist`: one file an entry, and one for what entries share, so that a class is the same
 * class whichever entry it comes from. Two hundred small files take twice as long to load. Dependencies stay outside:
 * the host shares its own copy. Throws when a file loads a package that package.json does not declare.
 */
export async function bundle({ name, folder, manifest, entries }) {
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: entries.map(({ source }) => source),
    outdir: "dist",
    // Beside the entries, where `new URL("../cases/", import.meta.url)` means what it means in src.
    chunkNames: "chunk-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    target: "node20.19",
    metafile: true,
    logLevel: "warning",
  })
  const missing = entries.filter(({ script }) => metafile.outputs[script.slice(2)] === undefined)
  if (missing.length > 0) throw new Error(`${name}: nothing was built for ${missing[0].specifier}`)
  for (const [file, { imports }] of Object.entries(metafile.outputs)) {
    for (const { path, external } of imports) {
      if (external !== true || isAvailable(path, manifest)) continue
      throw new Error(`${join(folder, file)} loads ${path}, which package.json of ${name} does not declare`)
    }
  }
}

function isAvailable(specifier, { dependencies = {}, peerDependencies = {} }) {
  if (specifier.startsWith("node:") || builtinModules.includes(specifier)) return true
  const [scope, second] = specifier.split("/")
  const name = scope.startsWith("@") ? `${scope}/${second}` : scope
  return name in dependencies || name in peerDependencies
}
