import { cutCodePoints } from "@proofloop/foundation/text"

/** The message of a commit with the tag of its author; "chore: TITLE" without a message of the model. */
export function taggedMessage(message: string | undefined, title: string, tag: string): string {
  const given = plain(message ?? "")
  const text = given === "" ? `chore: ${plain(title)}` : given
  return tag === "" || text.includes(tag) ? text : `${text} ${tag}`
}

/** Without control characters except line ends: git takes no NUL, and a log shows the others as it likes. */
function plain(text: string): string {
  return cutCodePoints(text.replaceAll(/[^\P{Cc}\n]/gu, "").trim(), 4000)
}
