import { readdir, readFile, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { makeFolder, writeWholeFile } from "@proofloop/foundation/files"
import { sha256Hex } from "@proofloop/foundation/text"
import * as z from "zod"

const keptAnswer = z.object({
  href: z.string(),
  etag: z.string(),
  body: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
})

export type KeptAnswer = Readonly<z.infer<typeof keptAnswer>>

/** Never rejects: an answer that is not kept is sent again. */
export interface KeptAnswers {
  get(href: string): Promise<KeptAnswer | null>
  set(answer: KeptAnswer): Promise<void>
}

const MOST = 500
const LONGEST_BODY = 256 * 1024

/** The last 500 in memory, none above 256 KiB; with a folder also there, for the next process. */
export function keptAnswers(folder: string | null): KeptAnswers {
  const memory = new Map<string, KeptAnswer>()
  const remember = (answer: KeptAnswer): void => {
    memory.delete(answer.href)
    memory.set(answer.href, answer)
    const [oldest] = memory.keys()
    if (memory.size > MOST && oldest !== undefined) memory.delete(oldest)
  }
  return {
    async get(href) {
      const known = memory.get(href) ?? (folder === null ? null : await readAnswer(pathOf(folder, href)))
      return known?.href === href ? known : null
    },
    async set(answer) {
      if (answer.body.length > LONGEST_BODY) return
      remember(answer)
      if (folder !== null) await writeAnswer(folder, answer).catch(() => undefined)
    },
  }
}

function pathOf(folder: string, href: string): string {
  return join(folder, `${sha256Hex(href)}.json`)
}

async function readAnswer(path: string): Promise<KeptAnswer | null> {
  try {
    return keptAnswer.parse(JSON.parse(await readFile(path, "utf8")))
  } catch {
    return null
  }
}

async function writeAnswer(folder: string, answer: KeptAnswer): Promise<void> {
  await makeFolder(folder)
  await writeWholeFile(pathOf(folder, answer.href), JSON.stringify(answer))
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json"))
  if (names.length <= MOST) return
  const ages = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  )
  const old = ages.toSorted((one, other) => one.at - other.at).slice(0, names.length - MOST)
  for (const { name } of old) await rm(join(folder, name), { force: true })
}
