import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run, toolPath } from "./child.mjs"
import { root, setUp } from "./setup.mjs"

const { problem, environment } = await setUp()
if (problem === undefined) {
  const folders = distFolders()
  // What the compiler left behind for sources that are gone would be packed along.
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  const args = [toolPath(root, "typescript", "tsc"), "-b"]
  const { code } = await run(process.execPath, args, { cwd: root, env: environment, show: true })
  for (const folder of folders) rewriteDeclarations(folder)
  if (code === 0) await bundleDetector()
  process.exitCode = code
} else {
  console.error(problem)
  process.exitCode = 1
}

function distFolders() {
  const packages = readdirSync(join(root, "packages")).map((name) => join(root, "packages", name))
  return [...packages, join(root, "conformance")].map((folder) => join(folder, "dist"))
}

/** The compiler writes `./fold.js` into JavaScript but leaves `./fold.ts`, which is not packed, in declarations. */
function rewriteDeclarations(folder) {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith(".d.ts")) continue
    const file = join(folder, name)
    const text = readFileSync(file, "utf8")
    writeFileSync(file, text.replace(/((?:from|import) ?\(?")(\.{1,2}\/[^"]*)\.ts"/g, '$1$2.js"'))
  }
}

/** The detector's entry is one file when packed: its hundred small ones take ten times as long to load. */
async function bundleDetector() {
  const { build } = await import("esbuild")
  const dist = join(root, "packages", "runtime", "dist")
  await build({
    entryPoints: [join(dist, "detector.js")],
    outfile: join(dist, "detector.bundle.js"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    packages: "external",
    target: "node20",
    logLevel: "warning",
  })
}
