import { execFile } from "node:child_process"
import { promisify } from "node:util"

const run = promisify(execFile)

export async function commitAll(root: string): Promise<void> {
  await git(root, ["init", "--quiet", "--initial-branch=main"])
  await git(root, ["add", "--all"])
  await git(root, ["commit", "--quiet", "--allow-empty", "--message", "start"])
}

/** What git prints, with an identity of its own and nobody's configuration. */
export async function git(root: string, args: readonly string[]): Promise<string> {
  const identity = ["-c", "user.name=case", "-c", "user.email=case@localhost", "-c", "commit.gpgSign=false"]
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" }
  const { stdout } = await run("git", [...identity, ...args], { cwd: root, env })
  return stdout.trim()
}
