// The step `packages` of npm test: packs every package, installs the tarballs as a host does, and uses them.
// The last line is JSON: how many checks passed, failed and were skipped, and a few words.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cleanEnvironment, run } from "../child.mjs"
import { root } from "../setup.mjs"
import { apiReports } from "./api_reports.ts"
import { type Check, runChecks } from "./check_list.ts"
import { hostChecks } from "./host_checks.ts"
import { installIn } from "./install.ts"
import { packAll } from "./pack.ts"
import { describeSize, megabytes, packageSizes, type Size, sizeOf } from "./size.ts"
import { tarballChecks } from "./tarball_checks.ts"

/** What a host pays for `@proofloop/runtime` with all it depends on: the sum of the sizes of all installed files. */
const largest_runtime_bytes = 15_000_000

// A space in the path finds what quotes paths badly.
const workshop = mkdtempSync(join(tmpdir(), "proofloop packages "))
try {
  const summary = await checkPackages()
  console.log(JSON.stringify(summary))
  process.exitCode = summary.failed === 0 ? 0 : 1
} finally {
  rmSync(workshop, { recursive: true, force: true })
}

async function checkPackages() {
  const built = await run(process.execPath, [join(root, "scripts/build.mjs")], {
    cwd: root,
    env: cleanEnvironment(),
  })
  if (built.code !== 0) {
    console.log(built.output)
    return { passed: 0, failed: 1, skipped: 0, detail: "the build is red" }
  }
  const tarballs = await packAll(root, join(workshop, "tarballs"))
  const reports = apiReports(root)
  const host = join(workshop, "host")
  const small = join(workshop, "small host")
  const runtime = tarballs.filter(({ unpacked }) => unpacked.packageName === "@proofloop/runtime")
  const files = tarballs.map(({ file }) => file)

  const local = runChecks(tarballChecks(root, tarballs, reports))
  const reason = await installIn(
    small,
    runtime.map(({ file }) => file),
  )
  const after = [runtimeSize(small), ...hostChecks(root, host, reports)]
  if (reason === null) await installIn(host, [...files, "@types/node@20"])
  const { passed, failed } = await local
  if (reason !== null)
    return { passed, failed, skipped: after.length, detail: `${after.length} skipped: ${reason}` }
  const used = await runChecks(after)
  return {
    passed: passed + used.passed,
    failed: failed + used.failed,
    skipped: 0,
    detail: `${reports.length} entries; runtime installed: ${describeSize(installedSize(small))}`,
  }
}

function runtimeSize(folder: string): Check {
  return {
    name: `runtime with its dependencies below ${megabytes(largest_runtime_bytes)}`,
    run: () =>
      installedSize(folder).bytes < largest_runtime_bytes ? [] : packageSizes(join(folder, "node_modules")),
  }
}

function installedSize(folder: string): Size {
  return sizeOf(join(folder, "node_modules"))
}
