import { cp, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commitPaths } from "../../workspace/commit_paths.ts"
import { initRepository, requireGit } from "../../workspace/git.ts"
import { addFiles, folderWith } from "../../workspace/workspace.fixture.ts"
import { localForge } from "./local_forge.ts"

/** A repository with these commits, and a bare one that has the first of them on `main` and `next`. */
export interface Published {
  /** The work tree; its branch `main` is at `base`. */
  readonly root: string
  readonly bare: string
  readonly base: string
  /** On top of `base`: the fault is gone. */
  readonly fix: string
  /** On top of `fix`: with a test. */
  readonly tested: string
  /** On top of `base`: another file. */
  readonly unrelated: string
  /** On top of `base`: the line that the fix changes, in another way. */
  readonly rival: string
}

export const test_path = "tests/price.test.mjs"
export const head = "auto/proofloop/fb-1"
export const pull_request = { head, base: "next", title: "fix(doc): feedback fb-1", body: "Because." }

const shop = {
  "src/price.mjs": "export function price(net) {\n  return net * 1.1\n}\n",
  "README.md": "# Shop\n",
}

const with_fix = { "src/price.mjs": "export function price(net) {\n  return net * 1.2\n}\n" }

export const regression_test =
  'import test from "node:test"\nimport assert from "node:assert"\nimport { price } from "../src/price.mjs"\n\ntest("fb-1", () => assert.equal(price(10), 12))\n'

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
  await forge.push(bench.root, bench.tested, head)
  await forge.openPullRequest(pull_request)
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
  await addFiles(root, shop)
  await initRepository(root)
  const commit = async (files: Readonly<Record<string, string>>, from?: string): Promise<string> => {
    if (from !== undefined) await requireGit(root, ["reset", "--quiet", "--hard", from])
    await addFiles(root, files)
    return (await commitPaths(root, Object.keys(files), "work")) ?? ""
  }
  const base = await commit(shop)
  const fix = await commit(with_fix)
  const tested = await commit({ [test_path]: regression_test })
  const unrelated = await commit({ "src/other.mjs": "export const other = 1\n" }, base)
  const rival = await commit(
    { "src/price.mjs": "export function price(net) {\n  return net * 1.3\n}\n" },
    base,
  )
  await requireGit(root, ["reset", "--quiet", "--hard", base])
  await requireGit(folder, ["init", "--quiet", "--bare", "--initial-branch=main", "--template=", bare])
  await requireGit(root, ["push", "--quiet", bare, `${base}:refs/heads/main`, `${base}:refs/heads/next`])
  return { root, bare, base, fix, tested, unrelated, rival }
}

/** Moves a branch of the bare repository, as a person's push does. */
export async function pushAs(root: string, bare: string, commit: string, branch: string): Promise<void> {
  await requireGit(root, ["push", "--quiet", "--force", bare, `${commit}:refs/heads/${branch}`])
}
