import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { HEAD, pushAs, removeTemplate, withPull } from "../forge.fixture.ts"
import { localForge } from "../local_forge.ts"

afterAll(removeTemplate)

const REVIEW = {
  author: "mia",
  state: "changes_requested",
  body: "Nearly.",
  comments: [
    { path: "src/price.mjs", line: 2, body: "Why 1.2?" },
    { path: "src/price.mjs", line: 3, body: "A semicolon?" },
  ],
} as const

it("a review is told with its threads, whose answers are posted once a key", async () => {
  const { bare, tested } = await withPull()
  const forge = localForge({ repository: bare })
  expect([await forge.reviews.list(1), await forge.reviews.threads(1)]).toEqual([[], []])
  const url = await forge.review(1, REVIEW)
  expect(forge.targetOf(url)).toEqual({ kind: "pull_request", number: 1 })
  const { author, state, body } = REVIEW
  const review = { id: "1", author, association: "owner", state, body, commit: tested }
  expect(await forge.reviews.list(1)).toEqual([{ ...review, at: expect.any(String) as string }])
  const [thread] = await forge.reviews.threads(1)
  expect(thread).toMatchObject({ path: "src/price.mjs", line: 2, is_resolved: false, is_outdated: false })
  if (thread === undefined) throw new Error("there is no thread")
  const answer = { key: "k", body: "The rate." }
  const posted = [await forge.reviews.reply(1, thread, answer), await forge.reviews.reply(1, thread, answer)]
  expect(posted).toEqual([`${url}#thread-1-2`, `${url}#thread-1-2`])
  await forge.reviews.resolve(thread)
  await forge.reviews.resolve(thread)
  const [answered] = await localForge({ repository: bare }).reviews.threads(1)
  expect(answered).toMatchObject({
    is_resolved: true,
    comments: [
      { author: "mia", body: "Why 1.2?", is_own: false },
      { author: "proofloop", body: "The rate.", is_own: true },
    ],
  })
  const page = await readFile(join(bare, "proofloop/reviews/1.md"), "utf8")
  expect(page).toContain("## Thread 1: `src/price.mjs`, line 2, resolved\n\n**mia**")
})

it("a thread goes with its line, and is outdated once that is changed", async () => {
  const { bare, root, weaker, red } = await withPull()
  const forge = localForge({ repository: bare })
  await forge.review(1, REVIEW)
  const places = async () =>
    (await forge.reviews.threads(1)).map(({ line, is_outdated }) => [line, is_outdated])
  await pushAs(root, bare, weaker, HEAD)
  expect(await places()).toEqual([
    [2, false],
    [3, false],
  ])
  await pushAs(root, bare, red, HEAD)
  expect(await places()).toEqual([
    [null, true],
    [3, false],
  ])
})

it("a person writes a thread by hand", async () => {
  const { bare } = await withPull()
  const forge = localForge({ repository: bare })
  const comments = [{ author: "mia", body: "Why?", at: "2026-01-01T00:00:00Z" }]
  const written = { number: 1, threads: [{ path: "src/price.mjs", line: 2, comments }] }
  await addFiles(bare, { "proofloop/reviews/1.json": JSON.stringify(written) })
  expect(await forge.reviews.threads(1)).toMatchObject([{ id: "1.1", line: 2, is_resolved: false }])
  await writeFile(join(bare, "proofloop/reviews/1.json"), JSON.stringify({ number: 1, threads: [{}] }))
  await expect(forge.reviews.threads(1)).rejects.toMatchObject({
    code: "forge_error",
    message: expect.stringContaining("1.json cannot be read: threads.0.path") as string,
  })
})

it("refuses a review of no pull request, and an answer to no thread", async () => {
  const { bare } = await withPull()
  const forge = localForge({ repository: bare })
  await expect(forge.review(2, REVIEW)).rejects.toThrow("2.json is not there")
  await expect(forge.reviews.list(2)).rejects.toThrow("2.json is not there")
  const [thread] = await forge.review(1, REVIEW).then(() => forge.reviews.threads(1))
  if (thread === undefined) throw new Error("there is no thread")
  const other = { ...thread, id: "1.9" }
  await expect(forge.reviews.reply(1, other, { key: "k", body: "b" })).rejects.toThrow("has no thread 1.9")
  await expect(forge.reviews.resolve(other)).rejects.toMatchObject({ code: "forge_error", retryable: false })
  const long = { key: "k", body: "x".repeat(70_000) }
  await expect(forge.reviews.reply(1, thread, long)).rejects.toThrow(
    "cannot be kept: threads.0.comments.1.body: ",
  )
  await expect(forge.review(1, { ...REVIEW, author: "" })).rejects.toThrow("reviews.1.author: ")
})
