import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { run, toolPath } from "./child.mjs"
import { root, setUp } from "./setup.mjs"

const { problem, environment } = await setUp()
process.exitCode = problem === undefined ? await buildAll() : refuse(problem)

async function buildAll() {
  // What this loads is installed only now.
  const { buildPackages } = await import("./packaging/build_packages.mjs")
  const { publishedPackages } = await import("./packaging/published.mjs")
  const projects = publishedPackages(root)
    .flatMap(({ folder, entries }) => [folder, ...entries.map(({ source }) => join(folder, dirname(source)))])
    .map((folder) => join(folder, "tsconfig.json"))
    .filter((file) => existsSync(file))
  const args = [toolPath(root, "typescript", "tsc"), "-b", ...new Set(projects)]
  const { code } = await run(process.execPath, args, { cwd: root, env: environment, show: true })
  if (code !== 0) return code
  return buildPackages(root).then(
    () => 0,
    (error) => refuse(error.message),
  )
}

function refuse(reason) {
  console.error(reason)
  return 1
}
