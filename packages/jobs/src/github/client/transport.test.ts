import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { rootCertificates } from "node:tls"
import { expect, it } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { authorities } from "./transport.ts"

it("trusts the public authorities and a company's own", async () => {
  const path = join(await folderWith(), "company.pem")
  await writeFile(path, "company")
  expect(authorities({})).toBeNull()
  expect(authorities({ NODE_EXTRA_CA_CERTS: `${path}.gone` })).toBeNull()
  for (const name of ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "GIT_SSL_CAINFO"]) {
    expect(authorities({ [name]: path })).toEqual([...rootCertificates, "company"])
  }
  expect(authorities({ NODE_EXTRA_CA_CERTS: path, GIT_SSL_CAINFO: path })).toHaveLength(
    rootCertificates.length + 1,
  )
})
