import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"

/** A package of the workspace: its folder from the root, with slashes, and its entries, each with its source. */
export interface Member {
  readonly name: string
  readonly folder: string
  readonly is_published: boolean
  /** The specifier of each entry, and the path of its source from the root. */
  readonly entries: ReadonlyMap<string, string>
}

/** Every package that `pnpm-workspace.yaml` of a checkout names, in its order. */
export function workspaceMembers(root: string): readonly Member[] {
  return memberFolders(root)
    .filter((folder) => existsSync(join(root, folder, "package.json")))
    .map((folder) => readMember(root, folder))
}

/** The lines below `packages:`, where `packages/*` stands for all folders in it. */
function memberFolders(root: string): readonly string[] {
  const text = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")
  const [, list = ""] = /^packages:\n((?: +- .*\n)+)/m.exec(text) ?? []
  const patterns = [...list.matchAll(/- +["']?([^"'\n]+)/g)].map(([, pattern = ""]) => pattern)
  return patterns.flatMap((pattern) => {
    if (!pattern.endsWith("/*")) return [pattern]
    const folder = pattern.slice(0, -2)
    return readdirSync(join(root, folder))
      .toSorted()
      .map((name) => `${folder}/${name}`)
  })
}

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, string>>
}

function readMember(root: string, folder: string): Member {
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest
  const entries = Object.entries(manifest.exports ?? {}).map(
    ([path, source]) => [posix.join(manifest.name, path), posix.join(folder, source)] as const,
  )
  return {
    name: manifest.name,
    folder,
    is_published: manifest.private !== true,
    entries: new Map(entries),
  }
}
