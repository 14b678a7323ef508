import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { probeWith } from "./probe_url.ts"

const seen: string[] = []
let server: Server
let base = ""

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    const [, status = "200", get = status] = request.url?.split("/") ?? []
    if (status === "hang") return
    response.writeHead(Number(request.method === "GET" ? get : status), { location: "/404" }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  base = `http://127.0.0.1:${port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const signal = () => AbortSignal.timeout(5000)
const everywhere = probeWith(() => false)

describe("probeWith", () => {
  it.each([
    ["/200", "found", ["HEAD /200"]],
    ["/404", "missing", ["HEAD /404"]],
    ["/410", "missing", ["HEAD /410"]],
    ["/500", "unknown", ["HEAD /500"]],
    ["/403", "unknown", ["HEAD /403"]],
    ["/302", "found", ["HEAD /302"]],
    ["/405/200", "found", ["HEAD /405/200", "GET /405/200"]],
    ["/501/404", "missing", ["HEAD /501/404", "GET /501/404"]],
  ])("%s is %s", async (path, answer, requests) => {
    seen.length = 0
    expect(await everywhere(new URL(path, base), signal())).toBe(answer)
    expect(seen).toEqual(requests)
  })

  it("sends nothing to a private address, however it is written", async () => {
    seen.length = 0
    const { port } = new URL(base)
    for (const host of ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"]) {
      expect(await probeWith()(new URL(`http://${host}:${port}/404`), signal())).toBe("unknown")
    }
    expect(seen).toEqual([])
  })

  it("sends nothing when any one address of a host is private", async () => {
    seen.length = 0
    const asked: string[] = []
    const probe = probeWith((address) => asked.push(address) > 0)
    expect(await probe(new URL(`http://localhost:${new URL(base).port}/404`), signal())).toBe("unknown")
    expect([seen, asked.length > 0]).toEqual([[], true])
  })

  it("connects to the address that was checked, under the name of the host", async () => {
    const url = new URL("/404", base)
    url.hostname = "localhost"
    expect(await everywhere(url, signal())).toBe("missing")
  })

  it("does not wait for ever, and does not know what cannot be reached", async () => {
    expect(await everywhere(new URL("/hang", base), AbortSignal.timeout(50))).toBe("unknown")
    expect(await everywhere(new URL("http://127.0.0.1:1/"), signal())).toBe("unknown")
    expect(await everywhere(new URL("ftp://127.0.0.1/"), signal())).toBe("unknown")
    expect(await everywhere(new URL(`http://a:b@127.0.0.1/`), signal())).toBe("unknown")
  })
})
