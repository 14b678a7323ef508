import { mkdtemp, realpath, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { attempt, snapshot } from "./patch.fixture.ts"
import type { PatchOptions } from "./patch.ts"

/**
 * A root in which a first patch would work, beside a folder that nothing may touch. One for all tests, because
 * nothing may change.
 */
let house = ""

beforeAll(async () => {
  house = await realpath(await mkdtemp(join(tmpdir(), "proofloop refused ")))
  await addFiles(house, {
    "foo/a.txt": "old",
    "foo/.git/config": "[core]",
    "foo/.git/HEAD": "ref: refs/heads/main",
    "foo/sub/b.txt": "b",
    "foo-evil/secret.txt": "secret",
  })
})

afterAll(() => rm(house, { recursive: true, force: true }))

/** Each is refused, together with a good patch before it; nothing in the house changes. */
async function refusals(patches: readonly unknown[], options: PatchOptions = {}) {
  const before = snapshot(house)
  const found: unknown[] = []
  for (const patch of patches) {
    const { error } = await attempt(join(house, "foo"), [{ path: "a.txt", content: "new" }, patch], options)
    found.push(error === null ? null : [error.kind, error.message, error.code])
  }
  expect(snapshot(house)).toEqual(before)
  return found
}

const everyAction = (path: string) =>
  (["create", "modify", "delete"] as const).map((action) => ({ action, path, content: "x" }))

const refused = (kind: string, message: RegExp) => [kind, expect.stringMatching(message), "patch_rejected"]

describe("paths", () => {
  it.each([
    ["../foo-evil/pwn.py", "outside_root", /path traversal/],
    ["../../etc/evil.cfg", "outside_root", /path traversal/],
    ["sub/../../foo-evil/secret.txt", "outside_root", /path traversal/],
    ["..\\foo-evil\\secret.txt", "outside_root", /path traversal/],
    ["/etc/passwd", "invalid_path", /absolute paths not allowed/],
    ["\\etc\\passwd", "invalid_path", /absolute paths not allowed/],
    ["\\\\server\\share\\x", "invalid_path", /absolute paths not allowed/],
    ["C:\\x.txt", "invalid_path", /absolute paths not allowed/],
    ["c:x.txt", "invalid_path", /absolute paths not allowed/],
    ["a\0.txt", "invalid_path", /NUL/],
    ["a\n.txt", "invalid_path", /control character/],
    ["a\u2028.txt", "invalid_path", /control character/],
    ["a\ud800.txt", "invalid_path", /control character/],
    [" a.txt", "invalid_path", /begins or ends with a space/],
    ["a.txt\n", "invalid_path", /begins or ends with a space/],
    ["   ", "invalid_path", /begins or ends with a space/],
    ["src\\a.txt", "invalid_path", /use "\/" between folders: src\/a.txt/],
    [
      "./src/tests/",
      "invalid_path",
      /^\.\/src\/tests\/: .*file, not a directory.*\.\/src\/tests\/README\.md/,
    ],
    ["docs/", "invalid_path", /^docs\/: .*targets a file, not a directory.*docs\/README\.md/],
    ["nested/path/", "invalid_path", /targets a file, not a directory/],
    ["dir\\", "invalid_path", /targets a file, not a directory/],
    ["a/b/c/", "invalid_path", /targets a file, not a directory/],
    [".", "invalid_path", /targets a file, not a directory/],
    ["sub/..", "invalid_path", /targets a file, not a directory/],
    ["sub", "invalid_path", /^sub: a patch targets a file, not a directory/],
    ["a.txt/b.txt", "conflict", /a.txt is a file, not a folder/],
    [`${"x".repeat(300)}`, "io", /too long/],
  ] as const)("%j is refused", async (path, kind, message) => {
    const expected = refused(kind, message)
    expect(await refusals(everyAction(path))).toEqual([expected, expected, expected])
  })
})

const SENSITIVE = [
  ".git/config",
  ".git/hooks/pre-commit",
  "subdir/.git/HEAD",
  ".github/workflows/ci.yml",
  ".github/workflows/deploy.yaml",
  ".github/actions/custom/action.yml",
  ".env",
  ".env.prod",
  ".env.local",
  ".gitmodules",
  ".gitattributes",
  ".netrc",
  ".pypirc",
  ".aws/credentials",
  ".ssh/id_rsa",
  "home/.ssh/config",
  ".docker/config.json",
  ".gcp/key.json",
  ".azure/token",
  ".kube/config",
  "x/.kube/config",
  "CODEOWNERS",
  ".github/CODEOWNERS",
  ".envrc",
  "config/.env",
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  "package-lock.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "Pipfile.lock",
  "poetry.lock",
  "uv.lock",
  "Cargo.lock",
  "Gemfile.lock",
  "composer.lock",
  "go.sum",
  "sub/Cargo.lock",
  ".proofloop/patches/x",
  ".husky/pre-commit",
  "packages/a/.husky/_/husky.sh",
  ".vscode/tasks.json",
  "front/.vscode/settings.json",
  ".idea/runConfigurations/a.xml",
  ".devcontainer/devcontainer.json",
  "shop.code-workspace",
  ".gitlab-ci.yml",
  ".gitlab/ci/build.yml",
  ".circleci/config.yml",
  "azure-pipelines.yml",
  "bitbucket-pipelines.yml",
  "ci/Jenkinsfile",
  ".gitea/workflows/a.yml",
  ".pnpmfile.cjs",
  ".pnp.cjs",
  ".yarn/releases/yarn-4.0.0.cjs",
  ".pre-commit-config.yaml",
  "lefthook.yml",
  ".mise.toml",
  "mise.toml",
  ".claude/settings.json",
  ".mcp.json",
]

const DISGUISED = [
  "foo/../.github/workflows/x.yml",
  "./.github/./workflows/x.yml",
  ".github//workflows/x.yml",
  ".github\\workflows\\x.yml",
  ".GITHUB/workflows/x.yml",
  ".github/Workflows/x.yml",
  ".Git/config",
  "sub/.GIT/config",
  ".git/../a.txt",
  ".git./config",
  ".git::$INDEX_ALLOCATION/config",
  "GIT~1/config",
  ".g\u200cit/config",
  ".\uff47it/config",
  ".\u017f\u017fh/id_rsa",
  ".doc\u212aer/config.json",
  ".ENV",
  ".Env.Production",
  "docs/codeowners",
  "CARGO.LOCK",
  "Package-Lock.json",
]

describe("the denylist", () => {
  it.each([...SENSITIVE, ...DISGUISED])("refuses %s", async (path) => {
    const expected = refused("sensitive_path", /^refusing to touch sensitive path /)
    expect(await refusals(everyAction(path))).toEqual([expected, expected, expected])
  })

  it("takes the host's own entries, as globs or as a function", async () => {
    const patch = { path: "sub/keys/a.pem", content: "x" }
    const message = /^refusing to touch sensitive path sub\/keys\/a\.pem \(denied by (SUB\/\*\*|keys)\)$/
    expect(await refusals([patch], { denied: ["SUB/**"] })).toEqual([refused("sensitive_path", message)])
    const denied = (path: string) => (path.includes("keys") ? "keys" : null)
    expect(await refusals([patch], { denied })).toEqual([refused("sensitive_path", message)])
    expect(await refusals(everyAction(".git/config"), { denied: [] })).not.toContain(null)
  })
})

describe("symbolic links", () => {
  it.each([
    ["to a file outside", { link: "../foo-evil/secret.txt" }, "link", "outside_root", /symbolic link/],
    ["to a folder outside", { link: "../foo-evil" }, "link/new.txt", "outside_root", /symbolic link/],
    ["to one of git's files", { link: ".git/config" }, "link", "sensitive_path", /denied by \.git/],
    ["to git's folder", { g: ".git" }, "g/config", "sensitive_path", /denied by \.git/],
    ["to git's folder, for a new file", { g: ".git" }, "g/hooks/pre-commit", "sensitive_path", /\.git/],
    ["within the root", { link: "sub" }, "link/b.txt", "invalid_path", /use the path it leads to: sub\/b/],
    ["to nothing", { link: "nowhere" }, "link", "invalid_path", /symbolic link to nothing/],
    ["in a circle", { link: "link" }, "link", "io", /too many symbolic links/],
  ] as const)("%s are not followed", async (_what, links, path, kind, message) => {
    const expected = refused(kind, message)
    for (const [name, target] of Object.entries(links)) {
      await symlink(target, join(house, "foo", name))
      onTestFinished(() => rm(join(house, "foo", name)))
    }
    expect(await refusals(everyAction(path))).toEqual([expected, expected, expected])
  })
})

describe("what is no patch", () => {
  it.each([
    [null, "invalid_content", /patch 2 is not an object/],
    ["a.txt", "invalid_content", /patch 2 is not an object/],
    [[{ path: "x.txt", content: "" }], "invalid_content", /patch 2 is not an object/],
    [{ path: 7, content: "" }, "invalid_path", /the path must be a string/],
    [{ path: ["x.txt"], content: "" }, "invalid_path", /the path must be a string/],
    [{ path: "x.txt", content: { a: 1 } }, "invalid_content", /content must be a string, not object/],
    [{ path: "x.txt", content: ["a"] }, "invalid_content", /content must be a string, not a list/],
    [{ path: "a.txt" }, "invalid_content", /content must be a string, not nothing/],
    [{ action: "modify", path: "a.txt", content: null }, "invalid_content", /not nothing/],
    [{ action: "verify", path: "x.txt", content: "" }, "unknown_action", /unknown action "verify"/],
    [{ action: "constructor", path: "x.txt", content: "" }, "unknown_action", /unknown action/],
    [{ action: 1, path: "x.txt", content: "" }, "unknown_action", /unknown action 1/],
    [JSON.parse('{"path": "x.txt", "__proto__": {"content": "x"}}'), "invalid_content", /not nothing/],
  ] as const)("%j", async (patch, kind, message) => {
    expect(await refusals([patch])).toEqual([refused(kind, message)])
  })

  it("is one whose members throw", async () => {
    const throwing = {
      path: "x.txt",
      get content(): string {
        throw new Error("got")
      },
    }
    expect(await refusals([throwing])).toEqual([refused("invalid_content", /not nothing/)])
  })
})
