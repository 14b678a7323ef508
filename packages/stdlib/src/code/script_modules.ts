import { posix } from "node:path"

const EXTENSIONS = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "d.ts"]

/** Where a relative import may lead: the path as written, with `.ts` for `.js`, without extension, a folder's index. */
export function scriptModuleFiles(module: string, importer: string): readonly string[] {
  if (!isRelativeScript(module)) return []
  const base = posix.join(posix.dirname(importer), module)
  const stem = base.replace(/\.[cm]?[jt]sx?$/, "")
  return [
    base,
    ...[...new Set([stem, base])].flatMap((start) => EXTENSIONS.map((extension) => `${start}.${extension}`)),
    ...EXTENSIONS.map((extension) => posix.join(base, `index.${extension}`)),
  ]
}

export function isRelativeScript(module: string): boolean {
  return module === "." || module === ".." || module.startsWith("./") || module.startsWith("../")
}
