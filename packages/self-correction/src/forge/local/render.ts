import type { IssueRecord, PullRecord } from "./record.ts"

/** A pull request as a person reads it. */
export function renderPull(pull: PullRecord): string {
  const { number, title, head, base, draft, state, merged_commit, body, comments } = pull
  const told = {
    open: `${draft ? "A draft" : "Ready for review"}. To merge it, merge \`${head}\` into \`${base}\` and push; after a squash set \`state\` to "merged" and \`merged_commit\` in \`${number}.json\`; to close it, set \`state\` to "closed" there.`,
    closed: "Closed.",
    merged: `Merged as ${merged_commit ?? ""}.`,
  }[state]
  return page(`${title} (#${number})`, [`\`${head}\` → \`${base}\``, told, "---", body], comments)
}

export function renderIssue({ number, title, body, comments }: IssueRecord): string {
  return page(`${title} (#${number})`, [body], comments)
}

function page(title: string, parts: readonly string[], comments: PullRecord["comments"]): string {
  const said = comments.flatMap(({ at, body }, index) => ["---", `**Comment ${index + 1}**, ${at}`, body])
  return `${[`# ${title.replaceAll(/\s+/g, " ")}`, ...parts, ...said].join("\n\n")}\n`
}
