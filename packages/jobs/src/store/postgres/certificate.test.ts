import { execFileSync, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TLSSocket } from "node:tls"
import { expect, it } from "vitest"
import { orderKind } from "../../orders_kind.fixture.ts"
import { openJobStore } from "../open_store.ts"
import { giveUp, PostgresFailure } from "./failure.ts"

const HAS_OPENSSL = spawnSync("openssl", ["version"]).status === 0

it.skipIf(!HAS_OPENSSL)("says that a certificate is not accepted (needs openssl)", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proofloop certificate "))
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")]
  const subject = ["-nodes", "-days", "1", "-subj", "/CN=localhost"]
  const made = ["req", "-x509", "-newkey", "rsa:2048", ...subject, "-keyout", key, "-out", cert]
  execFileSync("openssl", made, { stdio: "ignore" })
  const identity = { key: await readFile(key), cert: await readFile(cert) }
  // The client asks for TLS first: https://www.postgresql.org/docs/current/protocol-flow.html
  const server = createServer((socket) => {
    socket.once("data", () => {
      socket.write("S")
      new TLSSocket(socket, { isServer: true, ...identity }).on("error", () => socket.destroy())
    })
    socket.on("error", () => undefined)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  await expect(
    openJobStore(`postgres://ann@127.0.0.1:${port}/runs?sslmode=verify-full`, orderKind),
  ).rejects.toMatchObject({
    code: "io",
    message: expect.stringMatching(/: the certificate of the server is not accepted: self.signed/) as string,
  })
  server.close()
  await rm(folder, { recursive: true })
})

it.each([
  ["ERR_TLS_CERT_ALTNAME_INVALID", "the certificate of the server is not accepted"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "the certificate of the server is not accepted"],
  // The server refuses the one that `sslcert` names.
  ["ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED", "the server cannot be reached"],
])("%s: %s", (code, problem) => {
  const failure = new PostgresFailure(Object.assign(new Error("why"), { code }))
  expect(() => giveUp("postgres://db/runs", failure)).toThrow(`postgres://db/runs: ${problem}: why`)
})
