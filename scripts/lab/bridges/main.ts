// npm run bridges: holds each bridge and recipe against the real packages, with scripted models.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commandLine } from "../command_line.ts"
import { Misuse } from "../figures/misuse.ts"
import { openWorkshop, tryHost } from "./host_run.ts"
import { HOSTS } from "./hosts.ts"

const USAGE = `npm run bridges
  --only TEXT    hosts whose package and version have this text

Installs each version from npm, compiles a program against it, and runs it on a scripted model. What the registry does not give is
skipped, and said. Exit code 0 when nothing failed, else 1.`

const OPTIONS = { only: { type: "string", default: "" } } as const

await commandLine(USAGE, OPTIONS, async ({ only }) => {
  const wanted = HOSTS.flatMap((host) => host.versions.map((version) => ({ host, version }))).filter(
    ({ host, version }) => `${host.package_name}@${version}`.includes(only),
  )
  if (wanted.length === 0) {
    throw new Misuse(`--only: there are ${HOSTS.map(({ package_name }) => package_name).join(", ")}`)
  }
  const workshop = mkdtempSync(join(tmpdir(), "proofloop bridges "))
  const counts = { passed: 0, failed: 0, skipped: 0 }
  try {
    openWorkshop(workshop)
    for (const { host, version } of wanted) {
      const start = performance.now()
      const { status, words } = await tryHost(workshop, host, version)
      counts[status] += 1
      const seconds = Math.round((performance.now() - start) / 1000)
      console.log(
        `${status} ${host.package_name}@${version} (${seconds} s)${words === "" ? "" : `: ${words}`}`,
      )
    }
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
  console.log(JSON.stringify(counts))
  return counts.failed === 0 ? 0 : 1
})
