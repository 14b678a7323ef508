import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"

/** What lies in these is all in the tree. */
const COMPLETE = ["packages", "packages/runtime/src", "conformance"]
/** What no tree shows. */
const LEFT_OUT = new Set(["dist", "node_modules", ".tsc"])

/** Where the tree at the top of `docs/architecture.md` and the folders of the checkout differ. */
export function treeProblems(page: string, root: string): readonly string[] {
  const named = new Set(namedFolders(page))
  const there = COMPLETE.flatMap((folder) => foldersIn(root, folder))
  return [
    ...there.filter((folder) => !named.has(folder)).map((folder) => `${folder} is not in the tree`),
    ...[...named]
      .filter((folder) => !existsSync(join(root, folder)))
      .map((folder) => `${folder} is not there`),
  ]
}

/** A folder a line, then what it is; two blanks further in lies below it. */
function namedFolders(page: string): readonly string[] {
  const [, tree = ""] = page.split("```\n")
  const path: string[] = []
  return tree
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [, indent = "", name = ""] = /^( *)(\S+?)\/?(?: |$)/.exec(line) ?? []
      path.splice(indent.length / 2, path.length, name)
      const full = path.join("/")
      // Of a package the tree shows what lies in its src.
      return full.replace(/^packages\/runtime\/(?!src\b)/, "packages/runtime/src/")
    })
}

function foldersIn(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !LEFT_OUT.has(entry.name))
    .map(({ name }) => `${folder}/${name}`)
}
