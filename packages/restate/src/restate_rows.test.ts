import { once } from "node:events"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { expect, onTestFinished, test } from "vitest"
import { registerWorker, restateRows } from "./restate_rows.ts"
import { freePorts } from "./restate_server.fixture.ts"

const ROW = { kind: "run", row_id: "run-1", repository: "https://github.com/acme/shop" }

/** A server that notes what it is asked, and gives one answer. */
async function answering(status: number, answer: string) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push(`${request.method} ${request.url} ${body}`)
      response.writeHead(status).end(answer)
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  return { asked, url: `http://127.0.0.1:${address.port}` }
}

test("a client asks the services of Restate by name and key", async () => {
  const { asked, url } = await answering(200, "null")
  const rows = restateRows({ ingress: `${url}/` })
  await rows.start(ROW)
  await rows.wake(ROW)
  expect(await rows.restOf(ROW)).toBeNull()
  await registerWorker({ admin: url, url: "http://127.0.0.1:9080" })
  expect(asked).toEqual([
    'POST /proofloop_row/run%2Frun-1/run/send {"journal_version":1,"kind":"run","row_id":"run-1","repository":"https://github.com/acme/shop"}',
    "POST /proofloop_news/run%2Frun-1/wake ",
    "POST /proofloop_news/run%2Frun-1/restOf ",
    'POST /deployments {"uri":"http://127.0.0.1:9080","force":true}',
  ])
  const before = asked.length
  await rows.cancel(ROW, "too late")
  expect(asked.slice(before).toSorted()).toEqual([
    "POST /proofloop_news/run%2Frun-1/interrupt ",
    "POST /proofloop_news/run%2Frun-1/wake ",
    'POST /proofloop_repository/https%3A%2F%2Fgithub.com%2Facme%2Fshop/cancel {"kind":"run","row_id":"run-1","reason":"too late"}',
  ])
})

test("a refusal is told with its words, and a server that is away by its address", async () => {
  const { url } = await answering(404, '{"message":"service \'proofloop_row\' not found"}')
  await expect(restateRows({ ingress: url }).start(ROW)).rejects.toMatchObject({
    code: "restate_request",
    status: 404,
    message: "Restate refuses send: service 'proofloop_row' not found",
  })
  const [free] = await freePorts(1)
  await expect(restateRows({ ingress: `http://127.0.0.1:${free}` }).wake(ROW)).rejects.toMatchObject({
    status: null,
    message: expect.stringMatching(/^Restate does not answer at http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/),
  })
})
