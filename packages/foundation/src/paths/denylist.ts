import { plainName } from "../files/denied.ts"

/**
 * What patches may not touch: secrets, lockfiles, and files that run by themselves. Those run when somebody pulls,
 * opens a folder, commits, calls a package manager, or pushes to a forge. Case is ignored.
 * @requirement critics.patch
 */
const DENIED_FOLDERS = [
  ".git",
  ".aws",
  ".ssh",
  ".docker",
  ".gcp",
  ".azure",
  ".kube",
  ".proofloop",
  ".husky",
  ".githooks",
  ".vscode",
  ".idea",
  ".fleet",
  ".devcontainer",
  ".claude",
  ".cursor",
  ".circleci",
  ".buildkite",
  ".woodpecker",
  ".teamcity",
]
const DENIED_AT_ROOT = [
  ".github/workflows",
  ".github/actions",
  ".gitea/workflows",
  ".forgejo/workflows",
  ".gitlab/ci",
  ".yarn/releases",
  ".yarn/plugins",
  ".mise",
  ".config/mise",
]
const DENIED_NAMES = [
  ".env",
  ".envrc",
  ".netrc",
  ".pypirc",
  ".gitmodules",
  ".gitattributes",
  "CODEOWNERS",
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".pnpmfile.cjs",
  ".pnpmfile.mjs",
  "pnpmfile.js",
  ".pnp.cjs",
  ".pnp.loader.mjs",
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
  "Jenkinsfile",
  "appveyor.yml",
  "cloudbuild.yaml",
  "cloudbuild.yml",
  "lefthook.yml",
  "lefthook.yaml",
  "lefthook.toml",
  "lefthook.json",
  "mise.toml",
  "mise.local.toml",
  ".mcp.json",
  ".exrc",
  ".vimrc",
  ".nvimrc",
  ".nvim.lua",
  ".dir-locals.el",
]
const DENIED_NAME_STARTS = [
  ".env.",
  ".gitlab-ci.",
  "azure-pipelines",
  "bitbucket-pipelines",
  ".travis.",
  ".drone.",
  ".cirrus.",
  ".appveyor.",
  ".woodpecker.",
  ".pre-commit-config.",
  ".lefthook",
  ".lintstagedrc",
  ".mise.",
]
const DENIED_NAME_ENDS = [".code-workspace"]

/** The entry of the denylist that forbids a path with "/" between its parts, or null. */
export function deniedEntry(path: string): string | null {
  const parts = path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .map(foldName)
  const name = parts.at(-1) ?? ""
  return (
    DENIED_FOLDERS.find((folder) => parts.includes(folder)) ??
    (parts.includes("git~1") ? ".git" : undefined) ??
    DENIED_AT_ROOT.find((prefix) => `${parts.join("/")}/`.startsWith(`${prefix}/`)) ??
    DENIED_NAMES.find((denied) => denied.toLowerCase() === name) ??
    DENIED_NAME_STARTS.find((start) => name.startsWith(start)) ??
    DENIED_NAME_ENDS.find((end) => name.endsWith(end)) ??
    null
  )
}

/** The denylist as four lines for a prompt, each beginning with "- ". */
export function denylistSummary(): string {
  return [
    `- anything in a folder named ${list(DENIED_FOLDERS)}`,
    `- anything below ${list(DENIED_AT_ROOT)}`,
    `- files named ${list(DENIED_NAMES)}`,
    `- files whose name starts with ${list(DENIED_NAME_STARTS)}, or ends with ${list(DENIED_NAME_ENDS)}`,
  ].join("\n")
}

/** Compatibility forms too: file systems that fold case take a long s for an s. */
function foldName(name: string): string {
  return plainName(name.normalize("NFKC"))
}

function list(entries: readonly string[]): string {
  return entries.map((entry) => `\`${entry}\``).join(", ")
}
