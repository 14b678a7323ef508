// The step `packages` of npm run check: packs every package, installs the tarballs as a host does, and uses them.
// The last line is JSON: how many checks passed, failed and were skipped, and a few words.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cleanEnvironment, run } from "../child.mjs"
import { root } from "../setup.mjs"
import { apiReports } from "./api_reports.ts"
import type { Check } from "./check_list.ts"
import { bareChecks, criticChecks } from "./critic_checks.ts"
import { bareFeedbackChecks, feedbackChecks } from "./feedback_checks.ts"
import { hostChecks } from "./host_checks.ts"
import { installIn } from "./install.ts"
import { packAll } from "./pack.ts"
import { describeSize, megabytes, packageSizes, type Size, sizeOf, sizeOfScope } from "./size.ts"
import { sourceChecks } from "./source_checks.ts"
import { runStages } from "./stages.ts"
import type { Tarball } from "./tarball.ts"
import { tarballChecks } from "./tarball_checks.ts"
import { verifierChecks } from "./verifier_checks.ts"

/** What a host pays for `@proofloop/runtime` with all it depends on: the sum of the sizes of all installed files. */
const largest_runtime_bytes = 15_000_000

// A space in the path finds what quotes paths badly.
const workshop = mkdtempSync(join(tmpdir(), "proofloop packages "))
const host = join(workshop, "host")
const small_host = join(workshop, "small host")
const bare_host = join(workshop, "bare host")
try {
  const options = { cwd: root, env: cleanEnvironment() }
  const built = await run(process.execPath, [join(root, "scripts/build.mjs")], options)
  const summary =
    built.code === 0
      ? await checkPackages()
      : (console.log(built.output), { passed: 0, failed: 1, skipped: 0, detail: "the build is red" })
  console.log(JSON.stringify(summary))
  process.exitCode = summary.failed === 0 ? 0 : 1
} finally {
  rmSync(workshop, { recursive: true, force: true })
}

async function checkPackages() {
  const reports = apiReports(root)
  let tarballs: ReadonlyMap<string, Tarball> = new Map()
  const tarball = (name: string): Tarball => {
    const found = tarballs.get(name)
    if (found === undefined) throw new Error(`${name} was not packed`)
    return found
  }
  const { reason, ...counts } = await runStages([
    { prepare: async () => undefined, checks: sourceChecks(root, reports) },
    {
      prepare: async () => void (tarballs = await packAll(root, join(workshop, "tarballs"))),
      checks: tarballChecks(root, reports, tarball),
    },
    {
      prepare: async () => {
        const runtime = tarball("@proofloop/runtime").file
        await Promise.all([
          installIn(small_host, [runtime]),
          installIn(bare_host, [runtime, tarball("@proofloop/stdlib").file]),
          installIn(host, [...[...tarballs.values()].map(({ file }) => file), "@types/node@20"]),
        ])
      },
      checks: [
        runtimeSize(),
        ...hostChecks(root, host, reports),
        ...criticChecks(host),
        ...verifierChecks(host),
        ...feedbackChecks(host),
        ...bareChecks(bare_host, reports),
        ...bareFeedbackChecks(bare_host),
      ],
    },
  ])
  return {
    ...counts,
    detail:
      reason === null
        ? `${reports.length} entries; ${describeInstallations([...tarballs.values()])}`
        : `${counts.skipped} checks skipped: ${reason}`,
  }
}

function describeInstallations(tarballs: readonly Tarball[]): string {
  const modules = join(host, "node_modules")
  const packed = tarballs.reduce((sum, { data }) => sum + data.length, 0)
  return [
    `runtime installed: ${describeSize(installedSize())}`,
    `all: ${megabytes(sizeOf(modules).bytes)}, libsql ${megabytes(sizeOfScope(modules, "libsql"))} of it`,
    `tarballs: ${megabytes(packed)}`,
  ].join("; ")
}

function runtimeSize(): Check {
  return {
    name: `runtime with its dependencies below ${megabytes(largest_runtime_bytes)}`,
    run: () =>
      installedSize().bytes < largest_runtime_bytes ? [] : packageSizes(join(small_host, "node_modules")),
  }
}

function installedSize(): Size {
  return sizeOf(join(small_host, "node_modules"))
}
