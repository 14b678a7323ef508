import { symlink } from "node:fs/promises"
import { join } from "node:path"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { checkScripts } from "../check_scripts.ts"
import { decidingFiles } from "./deciding_files.ts"

export type Files = Readonly<Record<string, string>>

export const SUM: Files = { "sum.js": "exports.sum = (a, b) => a - b\n", "package.json": '{"main":"sum.js"}' }
export const JS = 'const { sum } = require("../sum.js")\nassert.equal(sum(1, 2), 3)\n'
export const PY = "from shop.cart import total\nassert total() == 3\n"
export const CART: Files = { "shop/cart.py": "def total():\n    return 2\n", "shop/__init__.py": "" }

export const MONOREPO: Files = {
  "package.json": '{"workspaces":["packages/*"]}',
  "packages/a/package.json": '{"name":"a","scripts":{"test":"node --test verify/sum.mjs"}}',
  "packages/a/src/sum.mjs": "",
  "packages/a/verify/sum.mjs": 'import "../src/sum.mjs"',
  "packages/b/package.json": '{"name":"b","scripts":{"test":"node --test verify/b.mjs"}}',
  "packages/b/src/b.mjs": "",
  "packages/b/verify/b.mjs": 'import "../src/b.mjs"',
}

export interface Tried {
  readonly files: Files
  readonly command: string
  /** Default: one report that counts tests and names nothing. */
  readonly reported?: readonly string[] | null
  readonly before?: Files
  readonly links?: Files
  readonly added?: readonly string[]
}

/** Which of changed files decide what a check means, in a folder with these files. */
export async function deciding(
  changed: readonly string[],
  { files, command, reported = [], before = {}, links = {}, added = [] }: Tried,
): Promise<readonly string[]> {
  const root = await folderWith(files)
  for (const [path, target] of Object.entries(links)) await symlink(target, join(root, path))
  const { paths: scripts, lines, folders } = await checkScripts(root, command, Object.keys(files))
  return decidingFiles(changed, {
    root,
    changed: [...changed, ...added],
    added,
    paths: [...Object.keys(files), ...Object.keys(links)],
    links: Object.keys(links),
    lines,
    folders,
    scripts,
    reported: reported && new Set(reported),
    textBefore: async (path) => before[path] ?? null,
  })
}
