import { fileBlock } from "@proofloop/stdlib/llm"

/**
 * Code and text of the repository in a prompt: what is a secret by its shape is redacted, and what a secret's name is given in
 * quotes if it looks like one. `token = next()` stays, it is the code that is judged.
 */
export function verifierBlock(text: string): string {
  return fileBlock(withoutQuoted(text)).text
}

/** The same for what a tool shows of a file. */
export function verifierText(text: string): string {
  const block = verifierBlock(text)
  return block.slice(block.indexOf("\n") + 1, block.lastIndexOf("\n"))
}

/** Not what stands between two strings, as in `"token=" + next(1) + ""` written close: that is code, and may hide a defect. */
const NAMED =
  /((?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?)["']?\s{0,4}[:=]{1,3}\s{0,4}["'])([\w$!@#][^"'`\s()[\]{};,]{7,1023})(?=["'])/gi

function withoutQuoted(text: string): string {
  return text.replaceAll(NAMED, (all, name: string, value: string) =>
    /\d/.test(value) && /[a-z]/i.test(value) ? `${name}[redacted]` : all,
  )
}
