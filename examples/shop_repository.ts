import { execFileSync } from "node:child_process"
import { mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"

/** The file the examples about critics are to change: `apply` needs `parse`, and so may others. */
export const DISCOUNT = `def parse(text):
    return int(text.strip().rstrip("%"))


def apply(price, text):
    return price - price * parse(text) / 100
`

/** A git repository in a temp folder with that one file in it. */
export async function shopRepository(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "proofloop-example-"))
  await initRepository(root)
  await writeFile(join(root, "discount.py"), DISCOUNT)
  await commitPaths(root, ["discount.py"], "Discounts")
  return root
}

/** What `git log --stat` says of the last commit. */
export function lastCommit(root: string): string {
  return execFileSync("git", ["log", "-1", "--stat", "--format=%s"], { cwd: root, encoding: "utf8" }).trim()
}
