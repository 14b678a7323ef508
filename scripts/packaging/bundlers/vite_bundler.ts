import { build, createLogger } from "vite"
import type { Bundler } from "./bundler.ts"

export const viteBundler: Bundler = {
  name: "vite",
  extension: "mjs",
  async bundle({ folder, programs, out }) {
    const warnings: string[] = []
    const logger = createLogger("warn")
    await build({
      root: folder,
      configFile: false,
      logLevel: "warn",
      customLogger: { ...logger, warn: (message) => void warnings.push(message) },
      ssr: { noExternal: true, target: "node" },
      build: {
        ssr: true,
        outDir: out,
        emptyOutDir: false,
        target: "node20",
        rollupOptions: {
          input: { ...programs },
          output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
        },
      },
    })
    return warnings
  },
}
