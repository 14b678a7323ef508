import { requireGit } from "@proofloop/foundation/git"
import { treeFacts } from "@proofloop/stdlib/critics"
import { changeSet } from "@proofloop/stdlib/internal/critics"
import type { Random } from "../simulation/random.ts"
import { readSource, type Source, type SourceLanguage, sourceLanguage } from "./source.ts"

/** The files of a commit, read one by one. */
export interface Checkout {
  readonly root: string
  readonly head: string
  readonly paths: readonly string[]
  readonly go_module: string | null
  read(path: string): Promise<string | null>
  /** Files of a language in an order that chance gives; those that do not parse are left out. */
  sources(language: SourceLanguage, random: Random): AsyncGenerator<Source>
}

/** Opens the commit that is checked out in a folder. Rejects where there is none. */
export async function openCheckout(root: string): Promise<Checkout> {
  const head = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
  const facts = treeFacts(root, head, changeSet([]))
  const paths = await facts.paths()
  const read = async (path: string) => {
    const bytes = await facts.read(path)
    return bytes === null ? null : new TextDecoder("utf-8").decode(bytes)
  }
  const module = /^module\s+(\S+)/m.exec((await read("go.mod")) ?? "")?.[1] ?? null
  const known = new Map<string, Promise<Source | null>>()
  const open = async (path: string): Promise<Source | null> => {
    const text = await read(path)
    const fits = text !== null && text.length > 300 && text.length < 60_000 && !text.includes("\ufffd")
    return fits && !isGenerated(path, text) ? readSource(path, text) : null
  }
  return {
    root,
    head,
    paths,
    go_module: module,
    read,
    async *sources(language, random) {
      const own = paths.filter((path) => sourceLanguage(path) === language)
      const keyed = own.map((path) => ({ path, key: random.int(0, 1e9) })).sort((a, b) => a.key - b.key)
      for (const { path } of keyed.slice(0, MOST_TRIED)) {
        const found = known.get(path) ?? open(path)
        known.set(path, found)
        const source = await found.catch(noAnswer)
        if (source !== null) yield source
      }
    },
  }
}

const MOST_TRIED = 60

/** A file that a parser did not read in time is none to make mistakes in. */
function noAnswer(error: unknown): null {
  if (error instanceof Error && error.name === "UnableError") return null
  throw error
}

function isGenerated(path: string, text: string): boolean {
  return (
    /(?:^|\/)(?:vendor|node_modules|dist|third_party|docs_src)\/|\.d\.ts$/.test(path) ||
    /generated|DO NOT EDIT/i.test(text.slice(0, 500))
  )
}
