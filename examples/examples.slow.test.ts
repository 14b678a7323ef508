import { spawnSync } from "node:child_process"
import { readFile } from "node:fs/promises"
import { thrownMessage } from "@proofloop/foundation/errors"
import { expect, test } from "vitest"
import { startServer } from "../packages/jobs/src/store/postgres/server.fixture.ts"
import { outputOf } from "./run_example.fixture.ts"

test.concurrent("independent verifiers: refuted once, then verified by the tests", async () => {
  const output = await outputOf("09-independent-verifiers")
  expect(output).toMatch(
    /verification_end fail\nverification_end pass\n[\s\S]*verified: true,\n\s*source: 'function'/,
  )
  expect(output).toMatch(/fail contract-conformance[\s\S]*pass contract-conformance/)
})

test.concurrent("self-correction: from feedback to a verified merge; a bad fix is stopped", async () => {
  const transcript = new URL("10-self-correction/transcript.txt", import.meta.url)
  expect(await outputOf("10-self-correction")).toBe(await readFile(transcript, "utf8"))
})

test.concurrent("pipeline: from what is wrong with a repository to a verified merge", async () => {
  const transcript = new URL("11-pipeline/transcript.txt", import.meta.url)
  expect(await outputOf("11-pipeline")).toBe(await readFile(transcript, "utf8"))
})

test.concurrent("engines: a worker is killed, and the other one brings the run to its merge", async ({
  skip,
}) => {
  const transcript = new URL("12-engines/transcript.txt", import.meta.url)
  const server = await startServer().catch((error: unknown) => skip(thrownMessage(error)))
  try {
    const EXAMPLE_DATABASE_URL = server.url().replace("@/", "@localhost/")
    expect(await outputOf("12-engines", { EXAMPLE_DATABASE_URL })).toBe(await readFile(transcript, "utf8"))
  } finally {
    await server.remove()
  }
})

test.concurrent("fleet: a busy repository starves no other, and a drain loses nothing", async () => {
  const transcript = new URL("13-fleet/transcript.txt", import.meta.url)
  expect(await outputOf("13-fleet")).toBe(await readFile(transcript, "utf8"))
})

const hasPython = spawnSync("python3", ["--version"]).status === 0

test
  .skipIf(!hasPython)
  .concurrent("foreign implementation: the heart of Harn V1 in Python passes its cases", async () => {
    const output = await outputOf("06-foreign-implementation")
    expect(output).toMatch(/4 passed, 0 failed/)
  })
