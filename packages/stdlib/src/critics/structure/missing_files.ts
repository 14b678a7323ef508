import { posix } from "node:path"
import { UnableError } from "../../parsers/unable_error.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { MOST_PATHS } from "../../repository/listed_paths.ts"
import { oncePer } from "../once_per.ts"
import type { Violation } from "../verdict.ts"
import type { UnreadFile } from "./unread_file.ts"

/**
 * New statements of one word and one path, `#include "cart.h"` or `require_relative './cart'`, whose file is not there. The
 * same word with paths that are there says that it loads files.
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
  if (paths.length >= MOST_PATHS) throw new UnableError("the repository has more files than are listed")
  const tree = treeOf(paths)
  const words = await wordsThatLoad({ path, text: before ?? "" }, tree, facts)
  return fresh.flatMap(({ line, word, target }) => {
    if (!words.has(word) || tree.isThere(target) || !tree.hasFolder(path, target)) return []
    const message = `${target} is not there, and nothing in the repository makes it`
    return [{ path, line, rule: "missing_file", message, evidence: target }]
  })
}

interface Load {
  readonly line: number
  readonly text: string
  readonly word: string
  readonly target: string
}

function loadsIn(text: string): readonly Load[] {
  return text.split("\n").flatMap((line, index) => {
    const [, word = "", target = ""] = LOAD.exec(line) ?? []
    return word === "" || (!target.includes("/") && !target.includes("."))
      ? []
      : [{ line: index + 1, text: line.trim(), word, target }]
  })
}

const LOAD =
  /^\s{0,40}(#?\s{0,4}[@\w.]{1,40})\s{0,4}\(?\s{0,4}["'<]([\w@.+/-]{2,200})["'>]\s{0,4}\)?\s{0,4};?\s*$/

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
    for (const { word, target } of loadsIn(content))
      score.set(
        word,
        (score.get(word) ?? 0) + (tree.isThere(target) ? 1 : tree.hasFolder(file, target) ? -2 : 0),
      )
  }
  count(path, text)
  for (const other of near.slice(0, MOST_READ)) {
    const content = await facts.read(other)
    if (content !== null) count(other, new TextDecoder().decode(content))
  }
  return new Set([...score].flatMap(([word, points]) => (points > 0 ? [word] : [])))
}

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

/** The files of a repository, by the ends of their paths. */
class Tree {
  readonly #paths: readonly string[]
  readonly #stems = new Set<string>()
  readonly #ends = new Set<string>()
  readonly #folders = new Set<string>()

  constructor(paths: readonly string[]) {
    this.#paths = paths
    for (const path of paths) {
      this.#stems.add(stemOf(path))
      const parts = path.split("/")
      for (let at = 0; at < parts.length; at += 1) {
        this.#ends.add(parts.slice(at).join("/"))
        if (at < parts.length - 1) this.#folders.add(parts.slice(0, at + 1).join("/"))
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
