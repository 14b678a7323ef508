import { mkdir, realpath, stat } from "node:fs/promises"
import { join, resolve } from "node:path"
import { InvalidOptionError } from "../errors/invalid_option.ts"
import { removeFolder } from "../files/remove_folder.ts"
import { temporaryFolder } from "../files/temporary_folder.ts"
import { isWithin } from "./toolchains.ts"

export interface RoomFolders {
  /** Links resolved. */
  readonly tree: string
  readonly home: string
  readonly temporary: string
  /** Milliseconds since the epoch. */
  readonly opened_at: number
  /** Not seen from inside. */
  readonly own: string
  /** An empty folder. */
  readonly empty: string
  /** Makes another writable folder, on the disk: the disk limit would not count one in memory. */
  writable(name: string): Promise<string>
  remove(): Promise<void>
}

/** Makes the folders of a room. Rejects with InvalidOptionError when `tree` is not a folder. */
export async function openFolders(tree: string): Promise<RoomFolders> {
  const real = await realpath(tree).catch(() => null)
  if (real === null || !(await stat(real)).isDirectory()) {
    throw new InvalidOptionError({ option: "tree", expected: "an existing folder", got: tree })
  }
  const opened_at = Date.now()
  const own = await temporaryFolder("room")
  const [home, temporary] = [join(own, "home"), join(own, "tmp")]
  const empty = join(own, "empty")
  for (const folder of [home, temporary, empty]) await mkdir(folder)
  return {
    opened_at,
    tree: real,
    home,
    temporary,
    own,
    empty,
    writable: async (name) => {
      await mkdir(join(own, name))
      return join(own, name)
    },
    remove: () => removeFolder(own),
  }
}

/** Where a command runs. Throws InvalidOptionError for a folder outside the tree. */
export function folderIn(tree: string, cwd: string | undefined): string {
  const folder = resolve(tree, cwd ?? ".")
  if (isWithin(folder, tree)) return folder
  throw new InvalidOptionError({ option: "cwd", expected: `a folder in ${tree}`, got: cwd })
}
