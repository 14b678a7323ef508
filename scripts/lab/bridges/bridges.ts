import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Misuse } from "../command/misuse.ts"
import type { Report } from "../command/tool.ts"
import { openWorkshop, type Outcome, tryHost } from "./host_run.ts"
import { HOSTS } from "./hosts.ts"

/** Compiles and runs the program of each bridge against the real packages. Passed when none failed; what npm lacks is skipped. */
export async function bridges({ only }: { readonly only: readonly string[] }): Promise<Report> {
  const wanted = HOSTS.flatMap((host) => host.versions.map((version) => ({ host, version }))).filter(
    ({ host, version }) =>
      only.length === 0 || only.some((text) => `${host.package_name}@${version}`.includes(text)),
  )
  if (wanted.length === 0)
    throw new Misuse(`--only: there are ${HOSTS.map(({ package_name }) => package_name).join(", ")}`)
  const workshop = mkdtempSync(join(tmpdir(), "proofloop bridges "))
  const tried: Array<Outcome & { readonly name: string }> = []
  try {
    openWorkshop(workshop)
    for (const { host, version } of wanted) {
      const name = `${host.package_name}@${version}`
      console.error(`${name} ...`)
      tried.push({ name, ...(await tryHost(workshop, host, version)) })
    }
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
  const lines = tried.map(({ name, status, words }) => `${status} ${name}${words === "" ? "" : `: ${words}`}`)
  const count = (wanted_status: string): number =>
    tried.filter(({ status }) => status === wanted_status).length
  const end = `${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`
  return { passed: count("failed") === 0, text: [...lines, end].join("\n"), data: tried }
}
