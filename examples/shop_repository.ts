import { execFileSync } from "node:child_process"
import { exampleRepository } from "./example_repository.ts"

/** The file the examples about critics are to change: `apply` needs `parse`, and so may others. */
export const DISCOUNT = `def parse(text):
    return int(text.strip().rstrip("%"))


def apply(price, text):
    return price - price * parse(text) / 100
`

/** Calls `parse`, so a change that drops it breaks this file. */
const COUPON = `from discount import parse


def is_valid(text):
    return 0 < parse(text) <= 100
`

/** A git repository in a temp folder with these two files in it. */
export function shopRepository(): Promise<string> {
  return exampleRepository("shop", { "discount.py": DISCOUNT, "coupon.py": COUPON })
}

/** What `git log --stat` says of the last commit. */
export function lastCommit(root: string): string {
  return execFileSync("git", ["log", "-1", "--stat", "--format=%s"], { cwd: root, encoding: "utf8" }).trim()
}
