import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { git, initRepository, requireGit } from "@proofloop/foundation/git"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { localForge } from "./local_forge.ts"

/** A repository with these commits, and a bare one with the first of them on `main` and `next`. */
export interface Published extends Readonly<Record<keyof typeof commits, string>> {
  /** The work tree; its branch `main` is at `base`. */
  readonly root: string
  readonly bare: string
}

export const TEST_PATH = "tests/price.test.mjs"
export const HEAD = "auto/proofloop/fb-1"
export const PULL_REQUEST = { head: HEAD, base: "next", title: "fix(doc): feedback fb-1", body: "Because." }

const REGRESSION_TEST =
  'import test from "node:test"\nimport assert from "node:assert"\nimport { price } from "../src/price.mjs"\n\ntest("fb-1", () => assert.equal(price(10), 12))\n'

function priceWith(factor: number): Readonly<Record<string, string>> {
  return { "src/price.mjs": `export function price(net) {\n  return net * ${factor}\n}\n` }
}

/** `on`: which commit it is built on, counted from 1; `with`: the other one of a merge. */
const commits = {
  base: { on: 0, files: { ...priceWith(1.1), "README.md": "# Shop\n" } },
  fix: { on: 1, files: priceWith(1.2) },
  tested: { on: 2, files: { [TEST_PATH]: REGRESSION_TEST } },
  unrelated: { on: 1, files: { "src/other.mjs": "export const other = 1\n" } },
  rival: { on: 1, files: priceWith(1.3) },
  red: { on: 3, files: priceWith(1.1) },
  unloadable: { on: 3, files: { "src/price.mjs": "export const nothing = 1\n" } },
  weaker: { on: 3, files: { [TEST_PATH]: REGRESSION_TEST.replace("12)", "price(10))") } },
  merge: { on: 4, with: 3, files: { ...priceWith(1.2), [TEST_PATH]: REGRESSION_TEST } },
  squashed: { on: 4, files: { ...priceWith(1.2), [TEST_PATH]: REGRESSION_TEST } },
  rebased_fix: { on: 4, files: priceWith(1.2) },
  rebased: { on: 11, files: { [TEST_PATH]: REGRESSION_TEST } },
}

let template: Promise<Published> | null = null
let opened: Promise<Published> | null = null

/** To be called after all tests of a file that publishes. */
export async function removeTemplate(): Promise<void> {
  const made = [await template, await opened]
  template = null
  opened = null
  for (const one of made) if (one !== null) await rm(join(one.root, ".."), { recursive: true, force: true })
}

/** Made by git once; a test gets a copy, which costs far less. */
export async function published(): Promise<Published> {
  template ??= make()
  return copyOf(await template, await folderWith())
}

/** The same with the first pull request of a local forge, from `tested` to `next`. */
export async function withPull(): Promise<Published> {
  opened ??= openPull()
  return copyOf(await opened, await folderWith())
}

async function openPull(): Promise<Published> {
  template ??= make()
  const bench = await copyOf(await template, await mkdtemp(join(tmpdir(), "proofloop forge ")))
  const forge = localForge({ repository: bench.bare })
  await forge.git.push(bench.root, bench.tested, HEAD)
  await forge.pulls.open(PULL_REQUEST)
  return bench
}

async function copyOf(made: Published, folder: string): Promise<Published> {
  await cp(join(made.root, ".."), folder, { recursive: true })
  return { ...made, root: join(folder, "work"), bare: join(folder, "shop.git") }
}

async function make(): Promise<Published> {
  const folder = await mkdtemp(join(tmpdir(), "proofloop forge "))
  const root = join(folder, "work")
  const bare = join(folder, "shop.git")
  await mkdir(root)
  await initRepository(root)
  const marks = join(folder, "marks")
  const input = stream(Object.values(commits))
  await git(root, ["fast-import", "--quiet", `--export-marks=${marks}`], { input })
  const ids = (await readFile(marks, "utf8")).split("\n").map((line) => line.slice(1).split(" "))
  const made = Object.keys(commits).map((name, at) => {
    const [, id = ""] = ids.find(([mark]) => mark === String(at + 1)) ?? []
    return [name, id] as const
  })
  const { base, ...others } = Object.fromEntries(made) as Record<keyof typeof commits, string>
  await requireGit(root, ["reset", "--quiet", "--hard", base])
  await requireGit(folder, ["init", "--quiet", "--bare", "--initial-branch=main", "--template=", bare])
  await requireGit(root, ["push", "--quiet", bare, `${base}:refs/heads/main`, `${base}:refs/heads/next`])
  return { root, bare, base, ...others }
}

interface Written {
  readonly on: number
  readonly with?: number
  readonly files: Readonly<Record<string, string>>
}

/** What `git fast-import` reads: one process for all commits. */
function stream(all: readonly Written[]): string {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
  const parts = all.map(({ on, with: other, files }, at) => {
    const from = on === 0 ? "" : `from :${on}\n${other === undefined ? "" : `merge :${other}\n`}`
    const changes = Object.entries(files).map(
      ([path, content]) => `M 100644 inline ${path}\n${data(content)}`,
    )
    const who = "committer proofloop <proofloop@localhost> 1767225600 +0000\n"
    return `commit refs/heads/c${at + 1}\nmark :${at + 1}\n${who}${data("work")}${from}${changes.join("")}\n`
  })
  return `${parts.join("")}reset refs/heads/main\nfrom :1\n`
}

/** Moves a branch of the bare repository, as a person's push does. */
export async function pushAs(root: string, bare: string, commit: string, branch: string): Promise<void> {
  await requireGit(root, ["push", "--quiet", "--force", bare, `${commit}:refs/heads/${branch}`])
}
