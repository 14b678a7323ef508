import { requireGit } from "@proofloop/foundation/git"

/** A pull request as the main line of a history has it: one commit, merged or squashed. */
export interface PullRequest {
  readonly number: number
  readonly title: string
  readonly id: string
  /** What it was merged into. */
  readonly parent: string
}

/** The pull requests that one calendar month (UTC, "2026-06") merged, oldest first. */
export async function pullRequestsIn(root: string, month: string): Promise<readonly PullRequest[]> {
  const format = `${["%H", "%P", "%ct", "%s", "%b"].join("%x00")}%x01`
  const log = await requireGit(root, ["log", "--first-parent", "--reverse", `--format=${format}`])
  return log.split("\u0001").flatMap((entry) => {
    const [id = "", parents = "", seconds = "", subject = "", body = ""] = entry.trim().split("\0")
    const [parent = ""] = parents.split(" ")
    const pull = readSubject(subject, body)
    if (pull === null || parent === "" || monthOf(Number(seconds)) !== month) return []
    return [{ ...pull, id, parent }]
  })
}

function monthOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 7)
}

/** GitHub's words for a merge, with the title in the body, or for a squash, with the number behind the title. */
function readSubject(subject: string, body: string): Pick<PullRequest, "number" | "title"> | null {
  const merged = /^Merge pull request #(\d+) /.exec(subject)
  if (merged !== null) {
    const title = body.split("\n").find((line) => line.trim() !== "") ?? subject
    return { number: Number(merged[1]), title: title.trim() }
  }
  const squashed = /^(.*)\(#(\d+)\)$/.exec(subject)
  return squashed === null ? null : { number: Number(squashed[2]), title: (squashed[1] ?? "").trim() }
}
