import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

const RELATIVE_IMPORT = /((?:from|import) ?\(?")(\.{1,2}\/[^"]*)\.ts"/g

/**
 * Copies the declarations that the public entries reach from `.tsc` to `dist`. The compiler leaves `./fold.ts` in them,
 * which is not packed: it becomes `./fold.js`.
 */
export function copyDeclarations({ folder, entries }) {
  const files = entries.map(({ declarations }) => join(folder, declarations.replace(/^\.\/dist\//, ".tsc/")))
  for (const [file, text] of reachableDeclarations(files)) {
    const target = join(folder, "dist", file.slice(join(folder, ".tsc/").length))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text.replace(RELATIVE_IMPORT, '$1$2.js"'))
  }
}

/** Every declaration file that these import, directly or not, themselves included: path to text. */
function reachableDeclarations(files) {
  const reached = new Map()
  const open = [...files]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue
    const text = readFileSync(file, "utf8")
    reached.set(file, text)
    for (const [, , path] of text.matchAll(RELATIVE_IMPORT)) {
      const imported = join(dirname(file), `${path}.d.ts`)
      // An example in a comment names files that need not exist.
      if (existsSync(imported)) open.push(imported)
    }
  }
  return reached
}
