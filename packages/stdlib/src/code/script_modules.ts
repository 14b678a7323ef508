import { posix } from "node:path"

const extensions = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"]

/** Where a relative import may lead: the path as written, with `.ts` for `.js`, without extension, a folder's index. */
export function scriptModuleFiles(module: string, importer: string): readonly string[] {
  if (!isRelativeScript(module)) return []
  const base = posix.join(posix.dirname(importer), module)
  const stem = base.replace(/\.[cm]?[jt]sx?$/, "")
  return [
    base,
    ...[...new Set([stem, base])].flatMap((start) => extensions.map((extension) => `${start}.${extension}`)),
    ...extensions.map((extension) => posix.join(base, `index.${extension}`)),
  ]
}

export function isRelativeScript(module: string): boolean {
  return module === "." || module === ".." || module.startsWith("./") || module.startsWith("../")
}
