import { posix } from "node:path"
import { git, requireGit } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"
import { isRecord } from "@proofloop/foundation/text"

const NAMES: ReadonlySet<string> = new Set([
  "conftest.py",
  "sitecustomize.py",
  "usercustomize.py",
  "pytest.ini",
  ".pytest.ini",
  "tox.ini",
  "bunfig.toml",
])
const CONFIG =
  /^(?:(?:vitest|vite|jest|ava|babel|karma)\.(?:config|conf|workspace|setup)|\.mocharc|\.babelrc|\.swcrc|\.taprc)(?:\.\w{1,5})?$/

/**
 * The changed files of a commit that a runner loads beside a test, and those in test folders. They belong to the
 * test, because code there can turn it green without a fix. A manifest counts when its runner settings changed. Paths
 * are relative to `root`; deleted files are left out. Rejects with GitError.
 */
export async function changedHarness(
  root: string,
  { base, commit }: { readonly base: string; readonly commit: string },
): Promise<readonly string[]> {
  const args = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--relative", "--diff-filter=d"]
  const changed = (await requireGit(root, [...args, base, commit, "--"])).split("\0").filter(Boolean)
  const found: string[] = []
  for (const path of changed) {
    const name = posix.basename(path)
    const settings = settingsOf[name]
    if (NAMES.has(name) || CONFIG.test(name) || isTestPath(path)) found.push(path)
    else if (settings !== undefined) {
      const [before, after] = [await textAt(root, base, path), await textAt(root, commit, path)]
      if (settings(before) !== settings(after)) found.push(path)
    }
  }
  return found
}

const settingsOf: Readonly<Record<string, (text: string) => string>> = {
  "package.json": ofPackage,
  "pyproject.toml": ofSections,
  "setup.cfg": ofSections,
}

const OF_PACKAGE = ["ava", "babel", "jest", "mocha", "scripts", "tap", "vitest"]

function ofPackage(text: string): string {
  try {
    const manifest: unknown = JSON.parse(text)
    return JSON.stringify(OF_PACKAGE.map((name) => (isRecord(manifest) ? manifest[name] : null) ?? null))
  } catch {
    return text
  }
}

/** `[tool.pytest.ini_options]`, `[tool:pytest]`; a key may have the table in it. */
function ofSections(text: string): string {
  let is_inside = false
  const lines = text.split("\n").filter((line) => {
    if (line.trimStart().startsWith("[")) is_inside = line.includes("pytest") || line.trim() === "[tool]"
    return is_inside || line.includes("pytest")
  })
  return lines.join("\n")
}

/** "" for a missing file. */
async function textAt(root: string, commit: string, path: string): Promise<string> {
  const { exit_code, stdout } = await git(root, ["show", "--no-textconv", `${commit}:./${path}`])
  return exit_code === 0 ? stdout : ""
}
