import { constants } from "node:fs"
import { mkdir, open, readdir } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { errorCode, thrownMessage } from "@proofloop/foundation/errors"
import { writeWholeFile } from "@proofloop/foundation/files"
import type { z } from "zod"
import type { ForgeComment } from "../comments.ts"
import { ForgeError } from "../forge_error.ts"
import { LONGEST_BODY, type IssueRecord } from "./record.ts"

const MAX_BYTES = 80 * 2 ** 20

/** One JSON file a record, named by its number, and a page for people. */
export interface RecordFiles<Item extends { readonly number: number }> {
  /** Ascending. */
  numbers(): Promise<readonly number[]>
  /** Rejects with ForgeError for a missing or malformed one. */
  read(number: number): Promise<Item>
  /** Gives it the next number, which is unique. */
  create(item: Omit<Item, "number">): Promise<Item>
  /** Readers see the old one or the new one, never a part. */
  write(item: Item): Promise<void>
  /** Where a person reads it. */
  rendered(number: number): string
}

export function recordFiles<Item extends { readonly number: number }>(
  folder: string,
  schema: z.ZodType<Item>,
  render: (item: Item) => string,
): RecordFiles<Item> {
  const pathOf = (number: number, extension: string) => join(folder, `${number}.${extension}`)
  const numbers = async (): Promise<readonly number[]> => {
    const names = await readdir(folder).catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return []
      throw error
    })
    const found = names.flatMap((name) => /^([1-9]\d{0,8})\.json$/.exec(name)?.[1] ?? [])
    return found.map(Number).toSorted((one, other) => one - other)
  }
  const writeRendering = (item: Item) =>
    writeWholeFile(pathOf(item.number, "md"), render(item), { mode: 0o644 })
  return {
    numbers,
    rendered: (number) => pathOf(number, "md"),
    async read(number) {
      const path = pathOf(number, "json")
      const value = parseJson(path, await readBounded(path))
      const { data, error } = schema.safeParse(value)
      if (data?.number === number) return data
      const issue = error?.issues[0]
      const where = issue === undefined ? "number" : issue.path.join(".")
      throw broken(path, `${where}: ${issue?.message ?? `it has to be ${number}`}`)
    },
    async create(item) {
      await mkdir(folder, { recursive: true })
      for (let number = ((await numbers()).at(-1) ?? 0) + 1; ; number += 1) {
        // `number` is the last key for the compiler; a reader finds it first.
        const whole = { number, ...item } as unknown as Item
        const once = { mode: 0o644, once: true }
        if (!(await writeWholeFile(pathOf(number, "json"), toJson(whole), once))) continue
        await writeRendering(whole)
        return whole
      }
    },
    async write(item) {
      await mkdir(folder, { recursive: true })
      await writeWholeFile(pathOf(item.number, "json"), toJson(item), { mode: 0o644 })
      await writeRendering(item)
    },
  }
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

async function readBounded(path: string): Promise<string> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(
    (error: unknown) => {
      if (errorCode(error) === "ENOENT")
        throw new ForgeError(`${path} is not there`, { retryable: false, problem: "missing" })
      throw error
    },
  )
  try {
    const stats = await handle.stat()
    if (!stats.isFile() || stats.size > MAX_BYTES) throw broken(path, `no file of at most ${MAX_BYTES} bytes`)
    return await handle.readFile("utf8")
  } finally {
    await handle.close()
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw broken(path, thrownMessage(error))
  }
}

function broken(path: string, why: string): ForgeError {
  return new ForgeError(`${path} cannot be read: ${why}`, { retryable: false })
}

/** Adds a comment unless one with this key is there; resolves to its address. */
export async function addComment<Item extends Pick<IssueRecord, "number" | "comments">>(
  files: RecordFiles<Item>,
  number: number,
  { key, body, author }: { readonly key: string; readonly body: string; readonly author?: string },
): Promise<string> {
  const item = await files.read(number)
  const addressOf = (index: number) => addressOfComment(files, number, index)
  const index = item.comments.findIndex((comment) => comment.key === key)
  if (index >= 0) return addressOf(index)
  if (key === "" || key.length > 300 || body.length > LONGEST_BODY || item.comments.length >= 1000) {
    const message = `the comment cannot be added: a key of 300 characters, a body of ${LONGEST_BODY} and 1000 comments are the most`
    throw new ForgeError(message, { retryable: false })
  }
  const said_by = author === undefined ? {} : { author }
  const comment = { key, body, at: new Date().toISOString(), ...said_by }
  await files.write({ ...item, comments: [...item.comments, comment] })
  return addressOf(item.comments.length)
}

/** All comments of a record. Anyone who can write to the folder counts as an owner. */
export async function listComments<Item extends Pick<IssueRecord, "number" | "comments">>(
  files: RecordFiles<Item>,
  number: number,
): Promise<readonly ForgeComment[]> {
  const { comments } = await files.read(number)
  return comments.map(({ body, at, author }, index) => ({
    id: String(index + 1),
    author: author ?? "proofloop",
    association: "owner",
    body,
    at,
    url: addressOfComment(files, number, index),
    is_own: author === undefined,
  }))
}

function addressOfComment(
  files: Pick<RecordFiles<never>, "rendered">,
  number: number,
  index: number,
): string {
  return `${pathToFileURL(files.rendered(number)).href}#comment-${index + 1}`
}
