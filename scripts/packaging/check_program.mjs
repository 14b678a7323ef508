import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { build } from "esbuild"

const SOURCE = "src/check/check.ts"
const PROGRAM = "check/check"

/** In place of a part of the package's code, the program that is made of it. */
export const checkProgramApart = {
  name: "check-program-apart",
  setup(builder) {
    builder.onResolve({ filter: /\/check\/check\.ts$/ }, () => ({ path: `./${PROGRAM}.js`, external: true }))
  },
}

/**
 * Writes `proofloop check` with everything it always needs into `check` of `dist`. Node takes ten times as long to
 * find and load two hundred files of a dozen packages. Parsers, which load when a file asks for them, stay packages.
 * Resolves to esbuild's report of the files.
 */
export async function buildCheckProgram(folder, dist = join(folder, "dist")) {
  const outdir = join(dist, dirname(PROGRAM))
  const { metafile } = await build({
    absWorkingDir: folder,
    // A schema is asked once or twice in a run, which is less than to compile it takes.
    stdin: {
      contents: `import { config } from "zod"\nconfig({ jitless: true })\nexport * from "./${SOURCE}"\n`,
      resolveDir: folder,
      sourcefile: "check.js",
    },
    outdir,
    entryNames: "check",
    chunkNames: "chunk-[hash]",
    bundle: true,
    splitting: true,
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    plugins: [englishAlone],
    banner: { js: REQUIRE },
    metafile: true,
    logLevel: "warning",
  })
  writeFileSync(join(outdir, "third_party.txt"), licencesOf(folder, Object.keys(metafile.inputs)))
  return metafile
}

/** What zod says in sixty other languages nobody asks for. */
const englishAlone = {
  name: "english-alone",
  setup(builder) {
    builder.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js"',
    }))
  },
}

/** What is CommonJS among the dependencies asks for modules of Node's by it. */
const REQUIRE = `import { createRequire as requireOfProgram } from "node:module"\nconst require = requireOfProgram(import.meta.url)`

/** The licences of others whose code is in it. */
function licencesOf(folder, inputs) {
  const packages = inputs.flatMap((input) => {
    const found = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(join(folder, input))
    return found === null ? [] : [[found[2], found[1]]]
  })
  const texts = [...new Map(packages)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, home]) => {
      const file = existsSync(home) ? readdirSync(home).find((one) => /^licen[cs]e/i.test(one)) : undefined
      if (file === undefined)
        throw new Error(`${name}, which the program of check holds, has no licence file`)
      return `${name}\n\n${readFileSync(join(home, file), "utf8").trim()}\n`
    })
  return texts.join(`\n${"-".repeat(80)}\n\n`)
}
