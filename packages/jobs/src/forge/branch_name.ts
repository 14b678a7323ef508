/** Whether a text can name a branch, by the rules of `git check-ref-format --branch`; at most 200 characters. */
export function isBranchName(name: string): boolean {
  if (name === "" || name.length > 200 || name === "@" || name === "HEAD") return false
  if (/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|^-|\.$/.test(name)) return false
  return name.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"))
}

export function isCommitId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}
