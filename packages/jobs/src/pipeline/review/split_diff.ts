export interface FileDiff {
  readonly path: string
  readonly hunks: readonly DiffHunk[]
}

export interface DiffHunk {
  /** The first line of it in the new file, from 1. */
  readonly first: number
  /** How many lines of the new file it shows. */
  readonly count: number
  /** As the diff has them, each with its mark. */
  readonly lines: readonly string[]
}

/** A diff as git prints it, by file; `unread`: the parts about files whose names or contents are not plain text. */
export function splitDiff(diff: string): {
  readonly files: readonly FileDiff[]
  readonly unread: readonly string[]
} {
  const files: FileDiff[] = []
  const unread: string[] = []
  // Lines of a file begin with a mark, so none of them looks like this.
  const sections = `\n${diff}`.split("\ndiff --git ").slice(1)
  for (const section of sections) {
    const [head = "", ...rest] = section.split("\n@@ -")
    const path = pathOf(head)
    if (path === null || isBinary(head)) unread.push(path ?? nameIn(head))
    else files.push({ path, hunks: rest.map(hunkOf) })
  }
  return { files, unread }
}

function isBinary(head: string): boolean {
  return head.includes("\nBinary files ") || head.includes("\nGIT binary patch")
}

/** The file as it is now, or as it was if it is gone; null for a name in quotes. */
function pathOf(head: string): string | null {
  const name = (mark: string) =>
    head
      .split("\n")
      .find((line) => line.startsWith(mark))
      ?.slice(mark.length)
      .replace(/\t$/, "")
  const now = name("+++ ")
  const path = now === "/dev/null" ? name("--- ") : now
  if (path !== undefined) return path.startsWith('"') ? null : path.slice(2)
  const renamed = name("rename to ")
  if (renamed !== undefined) return renamed.startsWith('"') ? null : renamed
  // Without a hunk both names are the same: "a/x b/x".
  const names = nameIn(head)
  return names.startsWith("a/") ? names.slice(2, 2 + (names.length - 5) / 2) : null
}

function nameIn(head: string): string {
  return head.split("\n", 1)[0] ?? ""
}

/** "3,7 +3,9 @@ function x() {" and its lines. */
function hunkOf(text: string): DiffHunk {
  const [range = "", ...lines] = text.split("\n")
  const [, first = "0", count = "1"] =
    /^\d{1,10}(?:,\d{1,10})? \+(\d{1,10})(?:,(\d{1,10}))? @@/.exec(range) ?? []
  if (lines.at(-1) === "") lines.pop()
  return { first: Number(first), count: Number(count), lines }
}

/** Whether a line of the new file, from 1, stands in the diff. */
export function showsLine({ hunks }: FileDiff, line: number): boolean {
  return hunks.some(({ first, count }) => line >= first && line < first + count)
}
