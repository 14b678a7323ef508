import { listTree } from "@proofloop/foundation/git"

/**
 * Whether a module may be the repository's own, as its name is that of a file or folder there. Rejects with GitError.
 */
export async function ownModules(root: string): Promise<(module: string) => boolean> {
  const paths = await listTree(root)
  const names = new Set(paths.flatMap((path) => path.split("/").map(folded)))
  return (module) => names.has(topName(module))
}

/** `slugify` of `slugify.core`, `core` of `@shop/core/prices`. */
function topName(module: string): string {
  const [first = "", second = ""] = module.split("/", 2)
  return folded(first.startsWith("@") ? second : first)
}

function folded(name: string): string {
  return (name.split(".", 1)[0] ?? "").toLowerCase().replaceAll("-", "_")
}
