import { plainName } from "../files/denied.ts"

/** What no patch may touch. Case never matters. @requirement critics.patch */
const DENIED_FOLDERS = [".git", ".aws", ".ssh", ".docker", ".gcp", ".azure", ".kube", ".proofloop"]
const DENIED_AT_ROOT = [".github/workflows", ".github/actions"]
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
]
const DENIED_NAME_STARTS = [".env."]

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
    null
  )
}

/** The denylist as four lines for a prompt, each beginning with "- ". */
export function denylistSummary(): string {
  return [
    `- anything in a folder named ${list(DENIED_FOLDERS)}`,
    `- anything below ${list(DENIED_AT_ROOT)}`,
    `- files named ${list(DENIED_NAMES)}`,
    `- files whose name starts with ${list(DENIED_NAME_STARTS)}`,
  ].join("\n")
}

/** Compatibility forms too: file systems that fold case take a long s for an s. */
function foldName(name: string): string {
  return plainName(name.normalize("NFKC"))
}

function list(entries: readonly string[]): string {
  return entries.map((entry) => `\`${entry}\``).join(", ")
}
