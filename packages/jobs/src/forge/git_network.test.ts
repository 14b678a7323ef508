import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { gitNetwork } from "./git_network.ts"

it("tells git of a company's proxy and certificates, by whatever name they have", async () => {
  const company = join(await folderWith(), "company.pem")
  await writeFile(company, "company")
  const bundles: string[] = []
  const networkOf = (env: Readonly<Record<string, string>>) =>
    gitNetwork(env, async (certificates) => {
      bundles.push(certificates)
      return "/bundle"
    })
  expect(await networkOf({ HOME: "/home/ada", GIT_DIR: "/x", GIT_SSL_NO_VERIFY: "1" })).toEqual({})
  const proxy = { HTTPS_PROXY: "http://proxy:8080", NO_PROXY: "git.example" }
  expect(await networkOf({ ...proxy, GIT_SSL_CAINFO: "/ca", SSL_CERT_FILE: "/other" })).toEqual({
    ...proxy,
    GIT_SSL_CAINFO: "/ca",
    SSL_CERT_FILE: "/other",
  })
  expect(await networkOf({ SSL_CERT_FILE: "/ca" })).toMatchObject({ GIT_SSL_CAINFO: "/ca" })
  expect(await networkOf({ NODE_EXTRA_CA_CERTS: `${company}.gone` })).toEqual({})
  expect(bundles).toEqual([])
  expect(await networkOf({ NODE_EXTRA_CA_CERTS: company })).toEqual({ GIT_SSL_CAINFO: "/bundle" })
  expect(bundles[0]).toMatch(/^-----BEGIN CERTIFICATE-----[^]*\ncompany$/)
})
