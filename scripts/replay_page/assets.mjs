import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"

/** The folders of the pages: that of `proofloop replay --html`, and that of `proofloop ui`. */
const PAGES = ["packages/proofloop/src/replay/html", "packages/proofloop/src/cockpit/page"]

/**
 * Writes script and styles of each page as a module of two strings, `assets.ts` in its folder, unless it already holds
 * them. Git ignores them.
 */
export async function writeAssets(root) {
  await Promise.all(PAGES.map((page) => writePage(join(root, page))))
}

async function writePage(folder) {
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
