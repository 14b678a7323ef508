import { describe, expect, it, test } from "vitest"
import { ask, cockpitOver, memoryRows, TOKEN } from "./cockpit.fixture.ts"
import { startCockpit } from "./cockpit.ts"

const JSON_BODY = { "content-type": "application/json" }
const ACTION = JSON.stringify({ action: "approve", seen: "revision 1" })
const ACTIONS = "/api/rows/rows/r-1/actions"

describe("who is answered", () => {
  it.each([
    [{ host: "evil.example" }, 403],
    [{ host: "127.0.0.1.evil.example" }, 403],
    [{ host: "localhost.evil.example:80" }, 403],
    [{ host: "192.168.0.1" }, 403],
    [{ host: "a b" }, 400],
    [{ host: "[" }, 400],
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }, 403],
    [{ "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" }, 403],
    [{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }, 403],
    [{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }, 200],
    [{ "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" }, 200],
    [{ host: "localhost:1" }, 200],
    [{ host: "[::1]:80" }, 200],
  ])("a request with %j gets %i", async (headers, status) => {
    const { url } = await cockpitOver([memoryRows().source])
    expect((await ask(url, { headers })).status).toBe(status)
  })

  it("the page's own origin is answered", async () => {
    const { url } = await cockpitOver([memoryRows().source])
    expect((await ask(url, { headers: { origin: new URL(url).origin } })).status).toBe(200)
  })
})

describe("who may act", () => {
  it("nobody without a token, whatever is sent", async () => {
    const { source, acted } = memoryRows()
    const { url } = await cockpitOver([source])
    const sent = { path: ACTIONS, method: "POST", body: ACTION }
    expect(await ask(url, { ...sent, headers: JSON_BODY })).toMatchObject({
      status: 403,
      body: '{"error":"this cockpit is read-only"}',
    })
    expect((await ask(url, { ...sent, headers: { ...JSON_BODY, authorization: "Bearer " } })).status).toBe(
      403,
    )
    expect(acted).toEqual([])
  })

  it.each([
    ["", 401],
    ["Bearer", 401],
    [`Bearer ${TOKEN}x`, 401],
    [`Bearer ${TOKEN.slice(0, -1)}`, 401],
    [`Basic ${TOKEN}`, 401],
    [`Bearer ${TOKEN} `, 200],
    [`Bearer ${TOKEN}`, 200],
  ])("with a token, %j gets %i", async (authorization, status) => {
    const { source, acted } = memoryRows()
    const { url } = await cockpitOver([source], { token: TOKEN })
    const answer = await ask(url, {
      path: ACTIONS,
      method: "POST",
      body: ACTION,
      headers: { ...JSON_BODY, authorization },
    })
    expect([answer.status, acted.length]).toEqual([status, status === 200 ? 1 : 0])
    expect(answer.headers["www-authenticate"]).toBe(status === 401 ? "Bearer" : undefined)
  })

  it.each([
    ["text/plain", ACTION, 415],
    ["application/x-www-form-urlencoded", ACTION, 415],
    ["application/json", "{", 400],
    ["application/json", JSON.stringify({ action: "approve" }), 400],
    ["application/json", JSON.stringify({ action: "approve", seen: "", more: 1 }), 400],
    ["application/json", JSON.stringify({ action: "a", seen: "", words: "x".repeat(70_000) }), 413],
  ])("a body of %s that is %.30s gets refused with %i", async (type, body, status) => {
    const { source, acted } = memoryRows()
    const { url } = await cockpitOver([source], { token: TOKEN })
    const headers = { "content-type": type, authorization: `Bearer ${TOKEN}` }
    expect((await ask(url, { path: ACTIONS, method: "POST", body, headers })).status).toBe(status)
    expect(acted).toEqual([])
  })

  it.each(["short", "with a blank in it, and long", "ö".repeat(20), ""])("no token is %j", async (token) => {
    const starting = startCockpit({ sources: [memoryRows().source], title: "t", token })
    await expect(starting).rejects.toThrow(
      `token: expected 16 to 1024 visible ASCII characters, got the string "${token.length} characters"`,
    )
  })

  it("reading needs the token where other machines reach it", async () => {
    const cockpit = await cockpitOver([memoryRows().source], { host: "0.0.0.0", token: TOKEN })
    const url = cockpit.url.replace("0.0.0.0", "127.0.0.1")
    const asked = { path: "/api/overview" }
    expect((await ask(url, asked)).status).toBe(401)
    expect((await ask(url, { path: "/replay/rows/r-1/a.jsonl" })).status).toBe(401)
    expect((await ask(url, { ...asked, headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200)
    expect((await ask(url, { ...asked, headers: { host: "evil.example" } })).status).toBe(403)
    const page = await ask(url)
    expect(page.status).toBe(200)
    expect(page.body).not.toContain('id="data"')
  })
})

describe("what is answered", () => {
  it("has headers that let nothing in", async () => {
    const { url } = await cockpitOver([memoryRows().source])
    for (const path of ["/", "/app.js", "/app.css", "/api/overview", "/nothing"]) {
      const { headers } = await ask(url, { path })
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
        "cache-control": "no-store",
      })
      const policy = String(headers["content-security-policy"])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain("unsafe")
      expect(headers["access-control-allow-origin"]).toBeUndefined()
    }
  })

  it("texts are never markup, and secrets are gone", async () => {
    const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`
    const rows = memoryRows({
      inbox: async () => ({
        entries: [],
        in_all: 0,
        warnings: [`</script><img src=x onerror=alert(1)> token ${secret}`],
      }),
    })
    rows.note("r-1")
    const { url } = await cockpitOver([rows.source], { title: "<b>title</b>" })
    const { body } = await ask(url)
    expect(body).not.toContain("<img")
    expect(body).not.toContain("<b>title")
    expect(body).not.toContain(secret)
    expect((await ask(url, { path: "/api/overview" })).body).not.toContain(secret)
  })

  it("says what is wrong to the terminal, and little to the client", async () => {
    const errors: unknown[] = []
    const broken = memoryRows({
      row: async () => {
        throw new Error("the disk is on fire")
      },
    })
    const { url } = await cockpitOver([broken.source], { on_error: (error) => errors.push(error) })
    const { status, body } = await ask(url, { path: "/api/rows/rows/r-1" })
    expect([status, body]).toEqual([500, '{"error":"something went wrong; the terminal says what"}'])
    expect(String(errors[0])).toContain("on fire")
  })
})

describe("addresses", () => {
  it.each([
    "/api/rows/rows/..%2f..%2fetc%2fpasswd",
    "/api/rows/rows/%2e%2e",
    "/replay/rows/r-1/..",
    "/replay/rows/r-1/..%2f..%2fsecret.jsonl",
    "/replay/rows/r-1/%2Fetc%2Fpasswd",
    "/replay/rows/r-1/.hidden",
    "/replay/rows/../../etc/passwd",
    "/api/rows/Rows/r-1",
    "/api/rows/other/r-1",
    "//evil.example/api/overview",
    "/app.js/..",
  ])("%s leads nowhere", async (path) => {
    const seen: unknown[] = []
    const { source } = memoryRows({
      replay: async (...asked) => {
        seen.push(asked)
        return null
      },
    })
    const { url } = await cockpitOver([source])
    const { status } = await ask(url, { path })
    expect([400, 404]).toContain(status)
    expect(seen).toEqual([])
  })

  it("are read, not written, unless they say so", async () => {
    const { url } = await cockpitOver([memoryRows().source], { token: TOKEN })
    const headers = { authorization: `Bearer ${TOKEN}` }
    for (const [method, path] of [
      ["POST", "/api/overview"],
      ["DELETE", "/api/rows/rows/r-1"],
      ["PUT", ACTIONS],
      ["GET", ACTIONS],
    ] as const)
      expect((await ask(url, { method, path, headers })).status).toBe(405)
    expect(await ask(url, { method: "HEAD", path: "/" })).toMatchObject({ status: 200, body: "" })
  })
})

test("a port that is taken is named", async () => {
  const { url } = await cockpitOver([memoryRows().source])
  const again = startCockpit({ sources: [memoryRows().source], title: "t", port: Number(new URL(url).port) })
  await expect(again).rejects.toThrow("port: expected an address that is free")
})

test("sources have names of their own", async () => {
  const { source } = memoryRows()
  await expect(startCockpit({ sources: [source, source], title: "t" })).rejects.toThrow("sources")
  await expect(startCockpit({ sources: [], title: "t" })).rejects.toThrow("sources")
})
