import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"

/**
 * Writes script and styles of the page of `proofloop replay --html` as a module of two strings, `assets.ts`, unless it
 * already holds them. Git ignores it.
 */
export async function writeAssets(root) {
  const folder = join(root, "packages/cli/src/replay/html")
  const [script, styles] = await Promise.all(
    ["client/main.ts", "style/main.css"].map((entry) => bundled(join(folder, entry))),
  )
  const text = `export const PAGE_SCRIPT = ${literal(script)}\n\nexport const PAGE_STYLES = ${literal(styles)}\n`
  const file = join(folder, "assets.ts")
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text)
}

async function bundled(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: "iife",
    platform: "browser",
    target: ["chrome123", "firefox121", "safari17.5"],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    write: false,
  })
  return outputFiles[0].text
}

function literal(text) {
  return `\`${text.replace(/\\|`|\$\{/g, "\\$&")}\``
}
