import { mkdir, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, initRepository, requireGit } from "@proofloop/foundation/git"
import { sha256Hex } from "@proofloop/foundation/text"
import { openRunStore } from "@proofloop/jobs/pipeline"
import { expect, test } from "vitest"
import type { RowLine } from "../cockpit/sources/row_line.ts"
import type { RowDiff } from "../cockpit/sources/source.ts"
import { emptyFolder } from "../verdicts/shop.fixture.ts"
import { getJson, startUi } from "./ui.fixture.ts"

const ROWS = 10_000

test("ten thousand rows: a page shows a hundred, and a list goes on where it ended", async () => {
  const cwd = await emptyFolder()
  const store = await openRunStore(join(cwd, "runs.db"))
  for (let count = 0; count < ROWS; count += 1) {
    const { id } = await store.add({ id: `run-${count}`, url: `https://github.com/acme/shop-${count}` })
    if (count % 4 === 0) await store.change(id, { to: "failed", error: "no", note: {} })
  }
  await store.close()
  const ui = await startUi(["--state", "."], { cwd })
  const before = process.memoryUsage().rss
  const began = performance.now()
  const { inbox, recent } = await getJson<{
    inbox: { entries: readonly unknown[]; in_all: number }
    recent: readonly RowLine[]
  }>(ui.url, "/api/overview")
  const first_ms = performance.now() - began
  expect([inbox.entries.length, inbox.in_all, recent.length]).toEqual([100, ROWS / 4, 100])
  expect(recent.some(({ id }) => id === `run-${ROWS - 1}`)).toBe(true)
  const page = await getJson<{ rows: readonly RowLine[]; next: string | null }>(
    ui.url,
    "/api/rows/pipeline?state=failed",
  )
  expect([page.rows.length, page.rows[0]?.id, page.next]).toEqual([100, "run-0", "run-396"])
  const next = await getJson<{ rows: readonly RowLine[] }>(
    ui.url,
    `/api/rows/pipeline?state=failed&after=${page.next}`,
  )
  expect(next.rows[0]?.id).toBe("run-400")
  const rates = performance.now()
  expect(await getJson(ui.url, "/api/rates")).toMatchObject({ groups: expect.any(Array) })
  const rates_ms = performance.now() - rates
  const grown = (process.memoryUsage().rss - before) / 2 ** 20
  process.stdout.write(
    `${ROWS} rows: overview ${Math.round(first_ms)} ms, rates ${Math.round(rates_ms)} ms, ${Math.round(grown)} MiB more\n`,
  )
})

test("of a change of ten megabytes the start is read, and said to be cut", async () => {
  const cwd = await emptyFolder()
  const place = { forge: "local", repository: "r-1", base: "main" }
  const root = join(cwd, "clones", sha256Hex("local\nr-1").slice(0, 24))
  await mkdir(root, { recursive: true })
  await initRepository(root)
  await writeFile(join(root, "a.txt"), "a\n")
  await commitPaths(root, ["a.txt"], "first")
  const base_commit = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
  await writeFile(
    join(root, "a.txt"),
    `token ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}\n${"<b>line</b>\n".repeat(900_000)}`,
  )
  await commitPaths(root, ["a.txt"], "second")
  const head = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
  const store = await openRunStore(join(cwd, "runs.db"))
  await store.add({ id: "run-1", url: "https://github.com/acme/shop" })
  await store.change("run-1", { place, to: "analysing", work: { base_commit, head }, note: {} })
  await store.close()
  const ui = await startUi(["--state", "."], { cwd })
  const { diff } = await getJson<{ diff: RowDiff }>(ui.url, "/api/rows/pipeline/run-1/diff")
  expect(diff.is_cut).toBe(true)
  expect(diff.text.length).toBeGreaterThan(100_000)
  expect(diff.text.length).toBeLessThanOrEqual(256 * 1024)
  expect(diff.text.endsWith("\n")).toBe(true)
  expect(diff.text).toContain("+token [redacted]")
  expect(diff.command).toContain(`diff ${base_commit.slice(0, 12)} ${head.slice(0, 12)}`)
})

test("a journal that is a link, too long, or no journal gives nothing", async () => {
  const cwd = await emptyFolder()
  const folder = join(cwd, "journals", "run-1")
  await mkdir(folder, { recursive: true })
  await writeFile(join(cwd, "secret.jsonl"), '{"type":"begun","journal":3,"run_id":"x"}\n')
  await symlink(join(cwd, "secret.jsonl"), join(folder, "link.jsonl"))
  await writeFile(join(folder, "other.jsonl"), "not a journal\n")
  await writeFile(join(folder, "cut.jsonl"), '{"type":"begun","journal":3,"run_id":"r-1"}\n{"type":"fini')
  const store = await openRunStore(join(cwd, "runs.db"))
  await store.add({ id: "run-1", url: "https://github.com/acme/shop" })
  await store.close()
  const ui = await startUi(["--state", "."], { cwd })
  const statusOf = async (name: string) =>
    (await fetch(new URL(`/replay/pipeline/run-1/${name}`, ui.url))).status
  expect(await statusOf("link.jsonl")).toBe(404)
  expect(await statusOf("secret.jsonl")).toBe(404)
  expect(await statusOf("..%2F..%2Fsecret.jsonl")).toBe(404)
  expect(await statusOf("other.jsonl")).toBe(404)
  expect(await statusOf("cut.jsonl")).toBe(200)
  const { journals } = await getJson<{ journals: readonly { name: string }[] }>(
    ui.url,
    "/api/rows/pipeline/run-1",
  )
  expect(journals.map(({ name }) => name).toSorted()).toEqual(["cut.jsonl", "other.jsonl"])
})
