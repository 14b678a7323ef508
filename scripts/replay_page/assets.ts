import { join } from "node:path"
import { build } from "esbuild"
import { root } from "../setup.mjs"

const folder = join(root, "packages/cli/src/replay/html")

/** The module that holds what is made here. */
export const assets_file = join(folder, "assets.ts")

/** Script and styles of the page of `proofloop replay --html` as a module of two strings, so that a page can hold them. */
export async function bundleAssets(): Promise<string> {
  const [script, styles] = await Promise.all([bundled("client/main.ts"), bundled("style/main.css")])
  return `// Made by \`npm run replay-page\` from client/ and style/.

export const pageScript = ${literal(script)}

export const pageStyles = ${literal(styles)}
`
}

async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, entry)],
    bundle: true,
    format: "iife",
    platform: "browser",
    target: ["chrome123", "firefox121", "safari17.5"],
    minifySyntax: true,
    minifyWhitespace: true,
    // Lines that a diff can show.
    lineLimit: 110,
    legalComments: "none",
    write: false,
  })
  return outputFiles[0]?.text ?? ""
}

function literal(text: string): string {
  return `\`${text.replace(/\\|`|\$\{/g, "\\$&")}\``
}
