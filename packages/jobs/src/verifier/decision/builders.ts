import { requireGit } from "@proofloop/foundation/git"
import type { BriefManifest } from "../brief/brief.ts"
import type { VerifierDecisionOptions } from "../session/verifiers.ts"

/** How many commits of a change are asked for their authors, the latest first. */
const MAX_COMMITS = 1000

/**
 * The ids under which a change's builder might judge. The given id, nobody for null, else the authors of the commits
 * between base and head, or of HEAD for a work tree. An author has a name, an address and the name in it. Rejects
 * with GitError.
 * @requirement verifier.builder
 */
export async function builderIds(
  { root, builder }: Pick<VerifierDecisionOptions, "root" | "builder">,
  { base_commit, head_commit }: Pick<BriefManifest, "base_commit" | "head_commit">,
): Promise<readonly string[]> {
  if (builder?.id === null) return []
  if (builder?.id !== undefined) return [builder.id]
  const format = ["--format=%an%x00%ae", "--full-history", `--max-count=${MAX_COMMITS}`]
  const range = `${base_commit}..${head_commit ?? "HEAD"}`
  const told = await requireGit(root, ["log", ...format, range, "--", "."])
  const names = told.split("\n").flatMap((line) => {
    const [name = "", address = ""] = line.split("\0")
    return [name, address, loginOf(address)]
  })
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ""))]
}

/** "ada" of ada@example.org, and of GitHub's 12345+ada@users.noreply.github.com. */
function loginOf(address: string): string {
  const [local = "", host = ""] = address.split("@")
  return host === "users.noreply.github.com" ? (local.split("+").at(-1) ?? "") : local
}
