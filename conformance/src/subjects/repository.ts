import { execFile } from "node:child_process"
import { readdir, readFile } from "node:fs/promises"
import { join, relative } from "node:path"
import { promisify } from "node:util"
import { type Files, inFolderWith, writeFiles } from "./folder.ts"

const run = promisify(execFile)

/** The repository's folder after certain commits, kept because starting git is the slowest part of a case. */
const made = new Map<string, Promise<Files>>()

/**
 * Runs `action` in a fresh repository, which is gone afterwards. Each of the states is a commit on `main`, the first one
 * named "start", the others "work".
 */
export async function inRepositoryWith<Result>(
  states: readonly Files[],
  action: (root: string) => Promise<Result>,
): Promise<Result> {
  const key = JSON.stringify(states)
  const making = made.get(key) ?? makeRepository(states)
  made.set(key, making)
  const own = await making
  return inFolderWith({ ...Object.assign({}, ...states), ...own }, action)
}

/** The messages of the commits after the first `skip`, and what `git status` prints. */
export async function lookAtRepository(
  root: string,
  skip: number,
): Promise<{ readonly log: readonly string[]; readonly status: string }> {
  const script = `git log --reverse --format=%s && printf '\\0' && git status --porcelain --untracked-files=all`
  const [log = "", status = ""] = (await sh(root, script)).split("\0")
  return { log: log.trim().split("\n").slice(skip), status: status.trim() }
}

async function makeRepository(states: readonly Files[]): Promise<Files> {
  return inFolderWith({}, async (root) => {
    for (const [index, files] of states.entries()) {
      await writeFiles(root, files)
      const first = index === 0 ? "git init --quiet --initial-branch=main --template= && " : ""
      const message = index === 0 ? "start" : "work"
      await sh(root, `${first}git add --all && git commit --quiet --allow-empty --message ${message}`)
    }
    const entries = await readdir(join(root, ".git"), { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
    const read = files.map(async (file) => [relative(root, file), await readFile(file)] as const)
    return Object.fromEntries(await Promise.all(read))
  })
}

/** The output of a script whose git has its own identity and no configuration. */
async function sh(root: string, script: string): Promise<string> {
  const settings = [
    "user.name=case",
    "user.email=case@localhost",
    "commit.gpgSign=false",
    "maintenance.auto=false",
  ]
  const git = `git() { command git ${settings.map((setting) => `-c ${setting}`).join(" ")} "$@"; }`
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" }
  const { stdout } = await run("sh", ["-c", `${git}\n${script}`], { cwd: root, env })
  return stdout
}
