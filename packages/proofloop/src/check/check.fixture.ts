import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import { afterAll, beforeAll, beforeEach, onTestFinished } from "vitest"
import { call } from "../console/io.fixture.ts"

export const BEFORE = {
  "src/db.py": "def connect():\n    pass\n\n\ndef seed():\n    pass\n",
  "README.md": "# db\n\nUse it.\n",
  "package.json": '{\n  "name": "db",\n  "version": "1.0.0"\n}\n',
  "ok.toml": "a = 1\n",
}

/** The copy that belongs to the running test. */
export const REPOSITORY = { root: "" }

/** Gives each test of a file a copy of one repository. */
export function copyForEachTest(): void {
  let template = ""
  beforeAll(async () => {
    template = await mkdtemp(join(tmpdir(), "proofloop check template "))
    REPOSITORY.root = template
    await initRepository(template)
    await commit(BEFORE, "first")
  })
  afterAll(() => rm(template, { recursive: true, force: true }))
  beforeEach(async () => {
    const root = await mkdtemp(join(tmpdir(), "proofloop check "))
    REPOSITORY.root = root
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    await cp(template, root, { recursive: true })
  })
}

export async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(REPOSITORY.root, path)), { recursive: true })
    await writeFile(join(REPOSITORY.root, path), text)
  }
}

export async function commit(files: Readonly<Record<string, string>>, message: string): Promise<void> {
  await write(files)
  await commitPaths(REPOSITORY.root, Object.keys(files), message)
}

export const BROKEN = {
  "src/db.py": "def connect():\n    pass\n",
  "ok.toml": "a = \n",
  "README.md": "# db\n\n[more](no/such.md)\n",
}

export const check = async (...args: readonly string[]) => call(["check", ...args], { cwd: REPOSITORY.root })
