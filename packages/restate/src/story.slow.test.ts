import { expect, test } from "vitest"
import { tcpProxy } from "../../jobs/src/engines/tcp_proxy.fixture.ts"
import { tellStory, TOLD } from "../../pipeline/src/run/engine_story.fixture.ts"
import { startWorker, type WorkerProcess } from "../../pipeline/src/run/worker_process.fixture.ts"
import { registerWorker, restateRows } from "./restate_rows.ts"
import { freePorts, restateProgram, restateServer } from "./restate_server.fixture.ts"

const program = restateProgram()
if (program === null)
  process.stderr.write(`no Restate server for ${process.platform}: its tests are skipped\n`)

const workerProgram = new URL("worker.fixture.ts", import.meta.url)

test.skipIf(program === null)(
  "killed workers, a killed server and cut connections repeat no step of a run and open one pull request",
  { timeout: 600_000 },
  async () => {
    const told = await tellStory(async (machine) => {
      const server = await restateServer(program ?? "")
      const ports = await freePorts(2)
      const proxy = await tcpProxy(() => ports)
      const workers = new Map<number, WorkerProcess>()
      let machines = 0
      const start = async (port: number): Promise<void> => {
        machines += 1
        const own = machine(`machine ${machines}`)
        workers.set(port, await startWorker(workerProgram, own.folder, { ...own, port }))
      }
      await Promise.all(ports.map(start))
      await registerWorker({ admin: server.admin, url: `http://127.0.0.1:${proxy.port}` })
      return {
        rows: restateRows({ ingress: server.ingress, timeout_ms: 5000 }),
        troubles: {
          async endWorker(pid, signal) {
            const [port, worker] = [...workers].find(([, one]) => one.pid === pid) ?? []
            if (port === undefined || worker === undefined) throw new Error(`no worker has the id ${pid}`)
            await worker.end(signal)
            await start(port)
          },
          async killServer() {
            await server.kill()
            await server.start()
          },
          cutConnections: proxy.cut,
        },
        async close() {
          for (const worker of workers.values()) await worker.end("SIGKILL")
          await proxy.close()
          await server.remove()
        },
      }
    })
    expect(told).toEqual(TOLD)
  },
)
