import { posix } from "node:path"
import { lenientText } from "@proofloop/foundation/git"
import type { ImportSite } from "./import_reader.ts"

const MAX_FILES = 4000
const AT_ONCE = 128

/** Whether a file of that name contains something; touched files count as they were before the change. */
export async function isSaidElsewhere(
  { facts, change }: Pick<ImportSite, "facts" | "change">,
  names: RegExp,
  says: (text: string) => boolean,
): Promise<boolean> {
  const touched = new Map(change.files.map(({ path, before }) => [path, before]))
  const paths = (await facts.paths()).filter((path) => names.test(posix.basename(path))).slice(0, MAX_FILES)
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    const texts = await Promise.all(
      paths
        .slice(from, from + AT_ONCE)
        .map(async (path) => (touched.has(path) ? (touched.get(path) ?? null) : await facts.read(path))),
    )
    if (texts.some((bytes) => says(lenientText(bytes) ?? ""))) return true
  }
  return false
}

/** Whether a text has a word, or words with single spaces between, without a letter or digit around. */
export function hasWord(text: string, word: string, ends: "both" | "start" = "both"): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = at === 0 || !/[\w$]/.test(text[at - 1] ?? "")
    if (before && (ends === "start" || !/[\w$]/.test(text[at + word.length] ?? ""))) return true
  }
  return false
}

/** Whether a file is an example, a demo or a benchmark, whose packages its reader installs. */
export function isForItself(path: string): boolean {
  return /(?:^|\/)_?(?:examples?|demos?|samples?|bench(?:es|marks?)?|playgrounds?)\//i.test(path)
}

/** Whether git ignores this name: a tool makes the file, so it is missing in a fresh checkout. */
export async function isIgnored(path: string, { facts }: Pick<ImportSite, "facts">): Promise<boolean> {
  const parts = path.split("/")
  for (let depth = 0; depth < Math.min(parts.length, 12); depth += 1) {
    const folder = parts.slice(0, depth).join("/")
    const lines = (lenientText(await facts.read(posix.join(folder, ".gitignore"))) ?? "").split("\n", 500)
    const below = parts.slice(depth)
    const rules = lines
      .map((line) => line.trim().replace(/^\/|\/$|^\*\*\//g, ""))
      .filter((rule) => rule !== "" && !rule.startsWith("#"))
    if (
      rules.some(
        (rule) =>
          below.some((part) => part === rule || part.startsWith(`${rule}.`)) ||
          below.join("/").startsWith(rule) ||
          rule.startsWith(`${below.join("/")}.`),
      )
    )
      return true
    if (
      rules.some(
        (rule) => rule.includes("*") && rule.length > 3 && below.some((part) => fitsStar(part, rule)),
      )
    )
      return true
  }
  return false
}

/** One star stands for anything. */
function fitsStar(name: string, rule: string): boolean {
  const [head = "", ...rest] = (rule.split("/").at(-1) ?? "").split("*")
  const tail = rest.at(-1) ?? ""
  return (head !== "" || tail.length > 2) && name.startsWith(head) && name.endsWith(tail)
}

/** Folders that a build fills. */
export const MADE =
  /(?:^|\/)(?:dist|build|generated|__generated__|gen|_generated|out|target|pkg|wasm|\.[\w-]{1,40})(?:\/|$)/
