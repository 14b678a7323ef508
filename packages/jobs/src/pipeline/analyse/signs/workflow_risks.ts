import type { TextFile } from "../repository/repository.ts"
import type { Place } from "./secret_lines.ts"

/** Lines of a workflow by which a stranger's text or code runs with the rights of the repository. */
export function workflowRisks({ path, text }: TextFile): readonly Place[] {
  const lines = text.split("\n")
  const is_target = lines.some((line) =>
    /^\s{0,8}(?:-\s{0,4})?pull_request_target\b|^on:.{0,200}pull_request_target/.test(line),
  )
  const places: Place[] = []
  let run_indent: number | null = null
  for (const [at, whole] of lines.entries()) {
    const line = whole.slice(0, 1000)
    const indent = line.length - line.trimStart().length
    const is_run = /^\s{0,40}(?:-\s{1,4})?run:/.test(line)
    if (line.trim() !== "" && run_indent !== null && indent <= run_indent) run_indent = null
    if (is_run) run_indent = indent
    if (run_indent !== null && STRANGERS.test(line)) {
      places.push({ path, line: at + 1, what: "a stranger's text is put into a shell" })
    }
    if (
      is_target &&
      /^\s{0,40}ref:.{0,40}github\.event\.pull_request\.head\.|^\s{0,40}ref:.{0,40}github\.head_ref/.test(
        line,
      )
    ) {
      places.push({
        path,
        line: at + 1,
        what: "a stranger's branch is checked out with the rights of the repository",
      })
    }
    if (
      /^\s{0,40}(?:-\s{1,4})?uses:\s{0,4}["']?(?!\.\/|actions\/|dtolnay\/rust-toolchain|[\w.-]{1,100}\/[\w.-]{1,100}\/\.github\/workflows\/)[\w.-]{1,100}\/[\w./-]{1,200}@(?:master|main|develop|trunk)\b/.test(
        line,
      )
    ) {
      places.push({ path, line: at + 1, what: "an action is taken by a branch, which its owner can move" })
    }
  }
  return places
}

/** Fields that anyone who opens an issue or a pull request can write. */
const STRANGERS =
  /\$\{\{\s{0,8}(?:github\.event\.(?:issue\.(?:title|body)|pull_request\.(?:title|body|head\.(?:ref|label))|comment\.body|review\.body|review_comment\.body|discussion\.(?:title|body)|head_commit\.message|commits)|github\.head_ref)\b/
