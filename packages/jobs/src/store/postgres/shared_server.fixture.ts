import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { thrownMessage } from "@proofloop/foundation/errors"
import type { TestProject } from "vitest/node"
import { startServer, type TestServer } from "./server.fixture.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** A socket that tells where the Postgres of this run is. */
    readonly postgres: string
  }
}

/** Of one server for all test files of a run, started when the first of them asks for it. */
interface Shared {
  readonly socket: string
  users: number
  close(): Promise<void>
}

/** What a test file is told. */
export type SharedServer = { readonly url: string } | { readonly reason: string }

/** Every project of the run loads this file anew. */
const SHARED = Symbol.for("proofloop.tests.postgres")
const known = globalThis as { [SHARED]?: Promise<Shared> | undefined }

/** The global set-up of every project. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  known[SHARED] ??= share()
  const shared = await known[SHARED]
  shared.users += 1
  project.provide("postgres", shared.socket)
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    known[SHARED] = undefined
    await shared.close()
  }
}

async function share(): Promise<Shared> {
  const folder = mkdtempSync(join(tmpdir(), "proofloop-tests-"))
  const socket = join(folder, "postgres")
  let started: Promise<TestServer> | null = null
  const answer = async (): Promise<SharedServer> => {
    const is_first = started === null
    try {
      started ??= startServer()
      return { url: (await started).url() }
    } catch (error) {
      const reason = thrownMessage(error)
      if (is_first) process.stderr.write(`Postgres cannot be started, so its tests are skipped: ${reason}\n`)
      return { reason }
    }
  }
  const server = createServer((asking) => {
    asking.on("error", () => undefined)
    void answer().then((text) => asking.end(JSON.stringify(text)))
  })
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  return {
    socket,
    users: 0,
    async close() {
      server.close()
      await started?.then(
        (one) => one.remove(),
        () => undefined,
      )
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
