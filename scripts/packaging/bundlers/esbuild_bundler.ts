import { build, type Format } from "esbuild"
import type { Bundler } from "./bundler.ts"

export const esbuildModules = esbuildBundler("esm")

/** What `--platform=node` makes unless it is told otherwise. */
export const esbuildScripts = esbuildBundler("cjs")

function esbuildBundler(format: Format & ("cjs" | "esm")): Bundler {
  const extension = format === "cjs" ? "cjs" : "mjs"
  return {
    name: `esbuild ${format}`,
    extension,
    async bundle({ folder, programs, out }) {
      const { warnings } = await build({
        absWorkingDir: folder,
        entryPoints: { ...programs },
        outdir: out,
        outExtension: { ".js": `.${extension}` },
        bundle: true,
        platform: "node",
        format,
        splitting: format === "esm",
        logLevel: "silent",
      })
      return warnings.map(({ text, location }) => `${location?.file ?? ""}: ${text}`)
    },
  }
}
