import commonjs from "@rollup/plugin-commonjs"
import json from "@rollup/plugin-json"
import { nodeResolve } from "@rollup/plugin-node-resolve"
import { rollup } from "rollup"

/** Rollup with the three plugins that it needs to find packages and to read their CommonJS. @type {import("./bundler.ts").Bundler} */
export const rollupBundler = {
  name: "rollup",
  extension: "mjs",
  async bundle({ programs, out }) {
    const warnings = []
    const bundle = await rollup({
      input: { ...programs },
      plugins: [nodeResolve({ preferBuiltins: true, exportConditions: ["node"] }), commonjs(), json()],
      onwarn: ({ message }) => void warnings.push(message),
    })
    const names = { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" }
    await bundle.write({ dir: out, format: "es", ...names })
    await bundle.close()
    return warnings
  },
}
