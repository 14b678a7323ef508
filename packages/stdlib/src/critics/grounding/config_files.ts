import { posix } from "node:path"

/** Whether a path is a JavaScript or TypeScript config of a known tool, in any folder. */
export function isScriptConfig(path: string): boolean {
  return basenames.has(posix.basename(path))
}

const TOOLS: Readonly<Record<string, string>> = {
  "prettier.config": "js mjs cjs",
  ".prettierrc": "js mjs cjs",
  "eslint.config": "js mjs cjs",
  ".eslintrc": "js cjs",
  "tailwind.config": "js ts cjs mjs",
  "vite.config": "js ts mjs",
  "vitest.config": "js ts mjs",
  "webpack.config": "js ts",
  "rollup.config": "js mjs ts",
  "babel.config": "js cjs",
  ".babelrc": "js",
  "jest.config": "js ts mjs",
  "playwright.config": "ts js",
  "next.config": "js mjs ts",
  "nuxt.config": "js ts",
  "astro.config": "mjs js ts",
  "svelte.config": "js mjs",
  "postcss.config": "js cjs mjs",
}

const basenames = new Set(
  Object.entries(TOOLS).flatMap(([name, extensions]) =>
    extensions.split(" ").map((extension) => `${name}.${extension}`),
  ),
)

export const scriptConfigCount = basenames.size
