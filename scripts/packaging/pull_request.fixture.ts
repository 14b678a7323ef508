import { execFileSync } from "node:child_process"
import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { root } from "../setup.mjs"
import { folderOf, write } from "./folder.fixture.ts"

const GIT = ["-c", "user.name=person", "-c", "user.email=person@localhost", "-c", "commit.gpgsign=false"]

export function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync("git", [...GIT, ...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
}

export function commit(folder: string, files: Readonly<Record<string, string>>, message: string): void {
  for (const [path, text] of Object.entries(files)) write(folder, path, text)
  git(folder, "add", "--all")
  git(folder, "commit", "--quiet", "--message", message)
}

export const TWO = "def connect():\n    pass\n\n\ndef seed():\n    pass\n"

/** What GitHub checks out for a pull request: the merge of `work` into `main`, one commit deep, as actions/checkout does. */
export function pullRequest(files: Readonly<Record<string, string>>): string {
  const origin = folderOf({})
  git(origin, "init", "--quiet", "--initial-branch=main")
  git(origin, "config", "uploadpack.allowAnySHA1InWant", "true")
  commit(origin, { "db.py": TWO, "ok.toml": "a = 1\n" }, "first")
  git(origin, "checkout", "--quiet", "-b", "work")
  commit(origin, files, "work")
  git(origin, "checkout", "--quiet", "main")
  commit(origin, { "meanwhile.toml": "b = \n" }, "somebody else's fault, before the merge")
  git(origin, "checkout", "--quiet", "-b", "merge")
  git(origin, "merge", "--quiet", "--no-ff", "--no-edit", "work")
  git(origin, "checkout", "--quiet", "main")
  commit(origin, { "later.toml": "c = \n" }, "after the merge was made")
  const folder = folderOf({})
  git(folder, "clone", "--quiet", "--depth=1", "--branch=merge", `file://${origin}`, "checkout")
  const checkout = join(folder, "checkout")
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"))
  return checkout
}
