import { expect, onTestFinished, test } from "vitest"
import { notOnLoopback } from "../../jobs/src/engines/listening.fixture.ts"
import { serveRows } from "./serve_rows.ts"

test.skipIf(process.platform !== "linux")("a worker listens on loopback", async () => {
  const worker = await serveRows({ turns: [], port: 0 })
  onTestFinished(worker.close)
  expect(worker.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const { sockets, exposed } = await notOnLoopback(process.pid)
  expect(sockets).toContain(new URL(worker.url).host)
  expect(exposed).toEqual([])
})

test("another address needs the keys of those who may call", async () => {
  await expect(serveRows({ turns: [], port: 0, host: "0.0.0.0" })).rejects.toMatchObject({
    option: "host",
    message: expect.stringContaining("another one needs identity_keys"),
  })
  await expect(serveRows({ turns: [], port: -1 })).rejects.toMatchObject({ option: "port" })
})
