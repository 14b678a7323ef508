import { builtinModules } from "node:module"
import { join } from "node:path"
import { build } from "esbuild"

/**
 * Writes the package's code into `outdir`: one file an entry, and one for what entries share, so that a class is the
 * same class in every entry. Two hundred small files take twice as long to load. Dependencies stay outside: the host
 * shares its own copy. Throws when a file loads a package that package.json does not declare.
 */
export async function bundle({ name, folder, manifest, entries }, outdir = "dist", plugins = []) {
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: Object.fromEntries(entries.map(({ source, script }) => [outputName(script), source])),
    outdir,
    // Beside the entries, where `new URL("../cases/", import.meta.url)` means what it means in src.
    chunkNames: "chunk-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    plugins,
    target: "node20.19",
    metafile: true,
    logLevel: "warning",
  })
  for (const [file, { imports }] of Object.entries(metafile.outputs)) {
    for (const { path, external } of imports) {
      if (external !== true || path.startsWith("./") || isAvailable(path, name, manifest)) continue
      throw new Error(`${join(folder, file)} loads ${path}, which package.json of ${name} does not declare`)
    }
  }
}

/** `./dist/testing.js` is esbuild's `testing` in the folder `dist`. */
function outputName(script) {
  const name = /^\.\/dist\/(.+)\.js$/.exec(script)?.[1]
  if (name === undefined) throw new Error(`publishConfig.exports: ${script} is no .js file in ./dist`)
  return name
}

function isAvailable(specifier, own, { dependencies = {}, peerDependencies = {} }) {
  if (specifier.startsWith("node:") || builtinModules.includes(specifier)) return true
  const [scope, second] = specifier.split("/")
  const name = scope.startsWith("@") ? `${scope}/${second}` : scope
  return name === own || name in dependencies || name in peerDependencies
}
