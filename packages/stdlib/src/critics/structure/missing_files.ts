import { posix } from "node:path"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { oncePer } from "../once_per.ts"
import type { Violation } from "../verdict.ts"
import type { UnreadFile } from "./unread_file.ts"

/**
 * New statements of one word and one path whose file is not there: `#include "cart.h"`, `require_relative './cart'`,
 * `add_subdirectory(src)`, `<ProjectReference Include="..\cart\cart.csproj" />`. The same word with paths that are there says
 * that it loads files.
 */
export async function missingFiles(
  { path, before, after }: UnreadFile,
  facts: RepositoryFacts,
): Promise<readonly Violation[]> {
  if (after === null) return []
  const known = new Set(before?.split("\n").map((line) => line.trim()))
  const fresh = loadsIn(after).filter(({ text }) => !known.has(text))
  if (fresh.length === 0) return []
  const paths = await facts.paths()
  const tree = treeOf(paths)
  const words = await wordsThatLoad({ path, text: before ?? "" }, tree, facts)
  return fresh.flatMap(({ line, word, target, form }) => {
    if (!words.has(word) || pointsOf({ target, form }, path, tree) >= 0) return []
    const message = `${target} is not there, and nothing in the repository makes it`
    return [{ path, line, rule: "missing_file", message, evidence: target }]
  })
}

interface Load {
  readonly line: number
  readonly text: string
  readonly word: string
  readonly target: string
  /** Bare ones have no quotes, and may be a name of anything. */
  readonly form: "statement" | "bare" | "element"
}

function loadsIn(text: string): readonly Load[] {
  return text.split("\n").flatMap((line, index) => {
    const { word, path, form } = loadOf(line)
    const target = path.replaceAll("\\", "/")
    return word === "" || !/^[\w@.+/-]{2,200}$/.test(target)
      ? []
      : [{ line: index + 1, text: line.trim(), word, target, form }]
  })
}

/** The word of a statement, and the path behind it; "": none. */
function loadOf(line: string): { readonly word: string; readonly path: string; readonly form: Load["form"] } {
  const [, word = "", quoted = ""] = STATEMENT.exec(line) ?? []
  if (/[./]/.test(quoted)) return { word, path: quoted, form: "statement" }
  const [, called = "", bare = ""] = CALL.exec(line) ?? []
  if (called !== "") return { word: called, path: bare, form: "bare" }
  const [, tag = "", name = "", value = ""] = ELEMENT.exec(line) ?? []
  return /[/\\]/.test(value)
    ? { word: `${tag} ${name}`, path: value, form: "element" }
    : { word: "", path: "", form: "statement" }
}

const STATEMENT =
  /^\s{0,40}(#?\s{0,4}[@\w.]{1,40})\s{0,4}\(?\s{0,4}["'<]([\w@.+/-]{2,200})["'>]\s{0,4}\)?\s{0,4};?\s*$/
/** Without quotes: `add_subdirectory(src)` */
const CALL = /^\s{0,40}([a-z_]{1,40})\s{0,4}\(\s{0,4}([\w@.+/-]{2,200})\s{0,4}\)\s*$/
const ELEMENT =
  /^\s{0,40}<([\w.:]{1,80})\s[^<>"]{0,40}?\b([\w.:]{1,40})="([^"<>$*;|]{2,200})"[^<>]{0,300}\/?>\s*$/

/** Files of the same kind that are read for it. */
const MOST_READ = 40

/** Words that stand before a path that is there, in the file or others of its kind, and more often than before one that is not. */
async function wordsThatLoad(
  { path, text }: { readonly path: string; readonly text: string },
  tree: Tree,
  facts: RepositoryFacts,
): Promise<ReadonlySet<string>> {
  const others = tree.ofKind(path).filter((other) => other !== path)
  const near = others.toSorted((one, other) => sharedLength(other, path) - sharedLength(one, path))
  const score = new Map<string, number>()
  const count = (file: string, content: string): void => {
    for (const load of loadsIn(content))
      score.set(load.word, (score.get(load.word) ?? 0) + pointsOf(load, file, tree))
  }
  count(path, text)
  for (const other of near.slice(0, MOST_READ)) {
    const content = await facts.read(other)
    if (content !== null) count(other, new TextDecoder().decode(content))
  }
  return new Set([...score].flatMap(([word, points]) => (points >= 1 ? [word] : [])))
}

/** How much a path says of its word: it is there, it is not, or it may be of another project: 0. */
function pointsOf({ target, form }: Pick<Load, "target" | "form">, file: string, tree: Tree): number {
  // One name of a folder may be chance.
  if (form === "bare") return tree.isBeside(file, target) ? 0.5 : -MOST_READ
  // Elements name whole files, of folders that may be gone with them.
  if (form === "element")
    return tree.isBeside(file, target) ? 1 : tree.hasFolder(file, posix.dirname(target)) ? -2 : 0
  return tree.isThere(target) ? 1 : tree.hasFolder(file, target) ? -2 : 0
}

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

/** The files of a repository, by the ends of their paths. */
class Tree {
  readonly #paths: readonly string[]
  /** Files and folders, from the root. */
  readonly #places = new Set<string>()
  readonly #stems = new Set<string>()
  readonly #ends = new Set<string>()
  readonly #folders = new Set<string>()

  constructor(paths: readonly string[]) {
    this.#paths = paths
    for (const path of paths) {
      this.#stems.add(stemOf(path))
      this.#places.add(path)
      const parts = path.split("/")
      for (let at = 0; at < parts.length; at += 1) {
        this.#ends.add(parts.slice(at).join("/"))
        if (at < parts.length - 1) this.#places.add(parts.slice(0, at + 1).join("/"))
        for (let end = at + 1; end < parts.length; end += 1) this.#folders.add(parts.slice(at, end).join("/"))
      }
    }
  }

  ofKind(path: string): readonly string[] {
    const kind = posix.extname(path)
    return this.#paths.filter((other) => posix.extname(other) === kind)
  }

  /** Whether a file of the name is anywhere, with any ending: a header may be made of `config.h.in`. */
  isThere(target: string): boolean {
    const plain = posix.normalize(target).replace(/^(?:\.\.?\/)+/, "")
    return this.#ends.has(plain) || this.#stems.has(stemOf(plain))
  }

  /** Whether a file or a folder is at that place, seen from the folder of a file. */
  isBeside(file: string, target: string): boolean {
    return this.#places.has(posix.join(posix.dirname(file), target))
  }

  /** Whether its folder is one of the repository's own, so that the file would be too. */
  hasFolder(from: string, target: string): boolean {
    const is_relative = target.startsWith("./") || target.startsWith("../")
    const folder = posix.join(is_relative ? posix.dirname(from) : ".", posix.dirname(target))
    return folder === "." || this.#folders.has(folder)
  }
}

const treeOf = oncePer((paths: readonly string[]) => new Tree(paths))

/** "cart" of "src/cart.h.in" */
function stemOf(path: string): string {
  const name = posix.basename(path)
  const end = name.indexOf(".", 1)
  return end === -1 ? name : name.slice(0, end)
}
