/**
 * `npm run layouts -- --folder DIR`: one bug, its fix and a test of it, in six layouts of a repository by six
 * runners. Each is installed from the npm registry by its own package manager. Reports for each pair whether the
 * differential shows the fault, and whether a test that cannot show it is named.
 */
import { mkdir, rm, writeFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { commitPaths, initRepository, requireGit } from "@proofloop/foundation/git"
import { runDifferential } from "../../../packages/self-correction/src/steps/differential.ts"
import { testCommand } from "../../../packages/self-correction/src/steps/run_test.ts"
import { layouts, type Layout } from "./layouts.ts"
import { testRunners, type TestRunner } from "./runners.ts"

const { values } = parseArgs({
  options: {
    folder: { type: "string" },
    only: { type: "string" },
    "unsafe-host-runner": { type: "boolean", default: false },
  },
})
if (values.folder === undefined) {
  console.error("layouts: --folder DIR is needed: where the repositories are made")
  process.exit(2)
}
const folder = resolve(values.folder)

interface Told {
  readonly pair: string
  readonly good: boolean
  readonly reason: string
}

async function main(): Promise<void> {
  const pairs = layouts.flatMap((layout) => testRunners.map((runner) => ({ layout, runner })))
  const wanted = pairs.filter(({ layout, runner }) =>
    `${layout.name} ${runner.name}`.includes(values.only ?? ""),
  )
  let good = 0
  for (const { layout, runner } of wanted) {
    const told = await judge(layout, runner).catch((error: unknown) => ({
      pair: `${layout.name} ${runner.name}`,
      good: false,
      reason: String(error),
    }))
    if (told.good) good += 1
    console.log(
      `${told.good ? "ok  " : "BAD "} ${told.pair.padEnd(28)} ${told.reason.slice(0, 300).replaceAll("\n", " ")}`,
    )
  }
  console.log(`${good} of ${wanted.length}`)
  process.exitCode = good === wanted.length ? 0 : 1
}

/** Good: the fix is shown by its test, and a fix that changes nothing is not. */
async function judge(layout: Layout, runner: TestRunner): Promise<Told> {
  const root = join(folder, `${layout.name}-${runner.name}`)
  await rm(root, { recursive: true, force: true })
  await mkdir(root, { recursive: true })
  const files = layout.files(runner)
  for (const [path, text] of Object.entries(files)) await put(root, path, text)
  await layout.lock(root)
  await initRepository(root)
  await requireGit(root, ["add", "--all"])
  await requireGit(root, ["commit", "--quiet", "--message=base"])
  const base_commit = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
  await put(root, layout.source, "exports.add = (a, b) => a + b\n")
  const fix_commit = (await commitPaths(root, [layout.source], "fix")) ?? ""
  await put(root, "NEWS.md", "Nothing\n")
  await requireGit(root, ["checkout", "--quiet", "--detach", base_commit])
  const other_commit = (await commitPaths(root, ["NEWS.md"], "no fix")) ?? ""
  const path = layout.test(runner)
  const command = await testCommand({ root, path, content: files[path] ?? "" })
  const given = {
    root,
    base_commit,
    test: { path, command, commit: base_commit },
    rooms: { unsafe_host_runner: values["unsafe-host-runner"], setup_cache_dir: join(folder, "cache") },
  }
  const shown = await runDifferential({ ...given, fix_commit })
  const not_shown = await runDifferential({ ...given, fix_commit: other_commit })
  const pair = `${layout.name} ${runner.name}`
  return {
    pair,
    good: shown.verified && !not_shown.verified,
    reason: `${command}: ${shown.reason || not_shown.reason}`,
  }
}

async function put(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

await main()
