import { lenientText } from "./change_set.ts"
import { treeOf } from "./changed_files.ts"
import { openScratch } from "./scratch.ts"
import { treeEntries } from "./tree_entries.ts"
import { writeWorkTree } from "./work_tree.ts"
import { workingChange } from "./working_change.ts"

// A process that becomes another user, as only root can, and prints what it sees of a folder. `open` is a repository
// that it may read.
const [user = "", open = "", what = "", folder = ""] = process.argv.slice(2)

const looks: Readonly<Record<string, (of: string) => Promise<unknown>>> = {
  async change(of) {
    const { skipped, files } = await workingChange(of)
    const told = files.map(({ path, before, after }) => [path, lenientText(before), lenientText(after)])
    return { skipped, told }
  },
  async tree(of) {
    const scratch = await openScratch(of)
    try {
      const tree = await treeOf(of, "HEAD")
      return await writeWorkTree(scratch, tree, await treeEntries(scratch, tree))
    } finally {
      await scratch.remove()
    }
  },
}

// Modules that are loaded late may lie in a folder that is closed to the other user.
await looks[what]?.(open)
if (user !== "") process.seteuid?.(Number(user))
const seen = await looks[what]?.(folder).catch((error: unknown) => ({ error: String(error) }))
process.stdout.write(JSON.stringify(seen))
