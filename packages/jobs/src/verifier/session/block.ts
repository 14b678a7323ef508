import { fileBlock } from "@proofloop/stdlib/internal/llm"

/**
 * Code and text of the repository in a prompt. Redacts texts shaped like a secret, and quoted values under a secret's
 * name that look like one. `token = next()` stays, because it is the judged code.
 */
export function verifierBlock(text: string): string {
  return fileBlock(withoutQuoted(text)).text
}

/** The same for a file that a tool shows. */
export function verifierText(text: string): string {
  const block = verifierBlock(text)
  return block.slice(block.indexOf("\n") + 1, block.lastIndexOf("\n"))
}

/** Not the text between two strings, as in `"token=" + next(1) + ""` written close: it is code, and may hide a defect. */
const NAMED =
  /((?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?)["']?\s{0,4}[:=]{1,3}\s{0,4}["'])([\w$!@#][^"'`\s()[\]{};,]{7,1023})(?=["'])/gi

function withoutQuoted(text: string): string {
  return text.replaceAll(NAMED, (all, name: string, value: string) =>
    /\d/.test(value) && /[a-z]/i.test(value) ? `${name}[redacted]` : all,
  )
}
