import { existsSync } from "node:fs"
import { chmod, mkdtemp, realpath, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"

export interface House {
  readonly path: string
  readonly root: string
  remove(): Promise<void>
}

/** A place where waiting for the disk costs nothing: thousands of transactions wait for it many times. */
const memory = existsSync("/dev/shm") ? "/dev/shm" : tmpdir()

/** A repository with links of every kind in it, beside a folder that nothing may touch. */
export async function buildHouse(): Promise<House> {
  const path = await realpath(await mkdtemp(join(memory, "proofloop house ")))
  const root = join(path, "root")
  await addFiles(path, {
    "root/a.txt": "a",
    "root/src/b.ts": "b",
    "root/src/deep/c.bin": Buffer.from([0, 200, 255, 10]),
    "root/package.json": "{}",
    "root/.env": "TOKEN=1",
    "root/.git/HEAD": "ref: refs/heads/main",
    "root/.git/config": "[core]",
    "root/.github/workflows/ci.yml": "on: push",
    "outside/secret.txt": "the secret outside",
    "root-evil/x.txt": "evil",
  })
  await chmod(join(root, "src/deep/c.bin"), 0o755)
  for (const [name, target] of Object.entries(LINKS)) await symlink(target, join(root, name))
  return { path, root, remove: () => rm(path, { recursive: true, force: true }) }
}

const LINKS = {
  out: "../outside",
  leak: "../outside/secret.txt",
  up: "..",
  g: ".git",
  w: ".github/workflows",
  inner: "src",
  loop: "loop",
  dangling: "../outside/new.txt",
}
