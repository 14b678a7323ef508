// The step `packages`: packs every package, installs the tarballs as a host does, and uses them. With --packed, as npm run check calls
// it, it ends before the installation.
// The last line is JSON: how many checks passed, failed and were skipped, and a few words.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cleanEnvironment, run } from "../child.mjs"
import { root } from "../setup.mjs"
import { actionChecks } from "./action_checks.ts"
import { apiReports, type EntryNames } from "./api_reports.ts"
import { bundleChecks } from "./bundle_checks.ts"
import type { Check } from "./check_list.ts"
import { bareChecks, criticChecks } from "./critic_checks.ts"
import { bareFeedbackChecks, feedbackChecks } from "./feedback_checks.ts"
import { hostChecks } from "./host_checks.ts"
import { installIn } from "./install.ts"
import { packAll } from "./pack.ts"
import { describeSize, folderSizes, foldersWith, megabytes, sizeOf, sizeOfScope } from "./size.ts"
import { sourceChecks } from "./source_checks.ts"
import { runStages } from "./stages.ts"
import type { Tarball } from "./tarball.ts"
import { tarballChecks } from "./tarball_checks.ts"
import { verifierChecks } from "./verifier_checks.ts"

/**
 * The size of the runtime for a host, or of the tools beside it, with all dependencies: the sum of all installed
 * files.
 */
const LARGEST_BYTES = 15_000_000

// A space in the path finds what quotes paths badly.
const workshop = mkdtempSync(join(tmpdir(), "proofloop packages "))
const host = join(workshop, "host")
const bareHost = join(workshop, "bare host")
const onlyPacked = process.argv.includes("--packed")
/** What a host of the whole library does not install. */
const LEFT_OUT = ["proofloop", "@proofloop/parsers"]
/** Entries about an optional package, which it does not install either. */
const NEEDS_PEER = ["@proofloop/stdlib/mcp"]
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
  const entries = reports.flatMap((report) => report.entries)
  let tarballs: ReadonlyMap<string, Tarball> = new Map()
  const tarball = (name: string): Tarball => {
    const found = tarballs.get(name)
    if (found === undefined) throw new Error(`${name} was not packed`)
    return found
  }
  const packed = [
    { prepare: async () => undefined, checks: sourceChecks(root, reports) },
    {
      prepare: async () => void (tarballs = await packAll(root, join(workshop, "tarballs"))),
      checks: tarballChecks(root, entries, tarball),
    },
  ]
  const used = {
    prepare: async () => {
      const files = (names: readonly string[]) => names.map((name) => tarball(name).file)
      const all = [...tarballs.keys()]
      await Promise.all([
        installIn(bareHost, files(all.filter((name) => !LEFT_OUT.includes(name)))),
        installIn(host, [...files(all), "@types/node@20"]),
      ])
    },
    checks: [
      sizeCheck("@proofloop/runtime"),
      sizeCheck("@proofloop/stdlib"),
      ...hostChecks(root, host, entries),
      ...actionChecks(root, host, () => [...tarballs.values()].map(({ file }) => file)),
      ...criticChecks(host),
      ...verifierChecks(host),
      ...feedbackChecks(host),
      ...bareChecks(
        bareHost,
        entries.filter(({ specifier }) => !NEEDS_PEER.includes(specifier)),
      ),
      ...bareFeedbackChecks(bareHost),
      ...bundleChecks(
        { folder: bareHost, entries: entries.filter((entry) => !isLeftOut(entry)) },
        { folder: host, entries: entries.filter(isLeftOut) },
      ),
    ],
  }
  const { reason, ...counts } = await runStages(onlyPacked ? packed : [...packed, used])
  return {
    ...counts,
    detail:
      reason === null
        ? [
            `${entries.length} entries`,
            ...(onlyPacked ? [] : describeInstallations([...tarballs.values()])),
          ].join("; ")
        : `${counts.skipped} checks skipped: ${reason}`,
  }
}

function isLeftOut({ package_name, specifier }: EntryNames): boolean {
  return LEFT_OUT.includes(package_name) || NEEDS_PEER.includes(specifier)
}

function describeInstallations(tarballs: readonly Tarball[]): readonly string[] {
  const modules = join(host, "node_modules")
  const packed = tarballs.reduce((sum, { data }) => sum + data.length, 0)
  return [
    `runtime installed: ${describeSize(sizeOf(...installed("@proofloop/runtime")))}`,
    `stdlib: ${describeSize(sizeOf(...installed("@proofloop/stdlib")))}`,
    `all: ${megabytes(sizeOf(modules).bytes)}, libsql ${megabytes(sizeOfScope(modules, "libsql"))} of it`,
    `tarballs: ${megabytes(packed)}`,
  ]
}

function sizeCheck(name: string): Check {
  return {
    name: `${name} with its dependencies below ${megabytes(LARGEST_BYTES)}`,
    run: () => (sizeOf(...installed(name)).bytes < LARGEST_BYTES ? [] : folderSizes(installed(name))),
  }
}

function installed(name: string): readonly string[] {
  return foldersWith(join(bareHost, "node_modules"), name)
}
