import { plainName } from "../files/denied.ts"

/** What no patch may touch. Case never matters. @requirement critics.patch */
const denied_folders = [".git", ".aws", ".ssh", ".docker", ".gcp", ".azure", ".kube", ".proofloop"]
const denied_at_root = [".github/workflows", ".github/actions"]
const denied_names = [
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
const denied_name_starts = [".env."]

/** The entry of the denylist that forbids a path with "/" between its parts, or null. */
export function deniedEntry(path: string): string | null {
  const parts = path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .map(foldName)
  const name = parts.at(-1) ?? ""
  return (
    denied_folders.find((folder) => parts.includes(folder)) ??
    (parts.includes("git~1") ? ".git" : undefined) ??
    denied_at_root.find((prefix) => `${parts.join("/")}/`.startsWith(`${prefix}/`)) ??
    denied_names.find((denied) => denied.toLowerCase() === name) ??
    denied_name_starts.find((start) => name.startsWith(start)) ??
    null
  )
}

/** The denylist as four lines for a prompt, each beginning with "- ". */
export function denylistSummary(): string {
  return [
    `- anything in a folder named ${list(denied_folders)}`,
    `- anything below ${list(denied_at_root)}`,
    `- files named ${list(denied_names)}`,
    `- files whose name starts with ${list(denied_name_starts)}`,
  ].join("\n")
}

/** Compatibility forms too: file systems that fold case take a long s for an s. */
function foldName(name: string): string {
  return plainName(name.normalize("NFKC"))
}

function list(entries: readonly string[]): string {
  return entries.map((entry) => `\`${entry}\``).join(", ")
}
