import { thrownMessage } from "@proofloop/foundation/errors"
import { afterAll, expect, test } from "vitest"
import { notOnLoopback } from "../engines/listening.fixture.ts"
import { tcpProxy } from "../engines/tcp_proxy.fixture.ts"
import { type Cast, type MachineNamed, tellStory, TOLD } from "../pipeline/run/engine_story.fixture.ts"
import { startWorker, type WorkerProcess } from "../pipeline/run/worker_process.fixture.ts"
import { startServer } from "../store/postgres/server.fixture.ts"
import { dbosRows } from "./dbos_rows.ts"

const server = await startServer().catch((error: unknown) => {
  process.stderr.write(`Postgres cannot be started, so its tests are skipped: ${thrownMessage(error)}\n`)
  return null
})
afterAll(async () => server?.remove())

const workerProgram = new URL("worker.fixture.ts", import.meta.url)

test.skipIf(server === null)(
  "killed workers, a killed Postgres and cut connections repeat no step of a run and open one pull request (needs Postgres)",
  { timeout: 600_000 },
  async () => {
    if (server === null) return
    const proxy = await tcpProxy(() => [server.socket])
    const database_url = `postgres://proofloop@127.0.0.1:${proxy.port}/postgres`
    const listening: string[] = []
    const cast = async (machine: MachineNamed): Promise<Cast> => {
      const workers = new Set<WorkerProcess>()
      let machines = 0
      const start = async (): Promise<void> => {
        machines += 1
        const own = machine(`machine ${machines}`)
        workers.add(await startWorker(workerProgram, own.folder, { ...own, database_url }))
      }
      await Promise.all([start(), start()])
      const rows = await dbosRows({ database_url })
      if (process.platform === "linux")
        for (const { pid } of workers) listening.push(...(await notOnLoopback(pid)).sockets)
      return {
        rows,
        troubles: {
          async endWorker(pid, signal) {
            const worker = [...workers].find((one) => one.pid === pid)
            if (worker === undefined) throw new Error(`no worker has the id ${pid}`)
            workers.delete(worker)
            await worker.end(signal)
            await start()
          },
          async killServer() {
            await server.stop("killed")
            await server.start()
          },
          cutConnections: proxy.cut,
        },
        async close() {
          for (const worker of workers) await worker.end("SIGKILL")
          await rows.close()
        },
      }
    }
    // One Postgres keeps the journals and the store.
    expect(await tellStory(cast, { own: server.url(), workers: database_url })).toEqual(TOLD)
    expect(listening).toEqual([])
    await proxy.close()
  },
)
