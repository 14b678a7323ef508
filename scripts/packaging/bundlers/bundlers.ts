import type { Bundler } from "./bundler.ts"
import { esbuildModules, esbuildScripts } from "./esbuild_bundler.ts"
import { rollupBundler } from "./rollup_bundler.mjs"
import { viteBundler } from "./vite_bundler.ts"
import { webpackBundler } from "./webpack_bundler.ts"

/** What hosts bundle their programs with. */
export const bundlers: readonly Bundler[] = [
  esbuildModules,
  esbuildScripts,
  viteBundler,
  rollupBundler,
  webpackBundler,
]
