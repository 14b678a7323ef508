import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { engineSuite, type OpensEngine } from "../../jobs/src/engines/engine_suite.fixture.ts"
import { notOnLoopback } from "../../jobs/src/engines/listening.fixture.ts"
import { runEngineSuite } from "../../pipeline/src/run/run_engine_suite.fixture.ts"
import { registerWorker, restateRows } from "./restate_rows.ts"
import { type RestateServer, restateProgram, restateServer } from "./restate_server.fixture.ts"
import { serveRows } from "./serve_rows.ts"

const program = restateProgram()
if (program === null)
  process.stderr.write(`no Restate server for ${process.platform}: its tests are skipped\n`)

describe.skipIf(program === null)("a real server", () => {
  let server: RestateServer
  beforeAll(async () => {
    server = await restateServer(program ?? "")
  })
  afterAll(async () => server.remove())

  test.skipIf(process.platform !== "linux")("the server listens on loopback alone", async () => {
    const { sockets, exposed } = await notOnLoopback(server.pid())
    expect(sockets).toHaveLength(3)
    expect(exposed).toEqual([])
  })

  const open: OpensEngine = async (turns, options) => {
    const worker = await serveRows({ turns, ...options, port: 0 })
    await registerWorker({ admin: server.admin, url: worker.url })
    return { rows: restateRows({ ingress: server.ingress }), close: worker.close }
  }
  engineSuite("Restate", open)
  runEngineSuite("Restate", open)
})
