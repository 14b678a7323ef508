import { run } from "./child.mjs"
import { root, setUp } from "./setup.mjs"

const { problem, environment } = await setUp()
if (problem === undefined) {
  const args = ["packages/proofloop/bin.mjs", "demo", ...process.argv.slice(2)]
  const { code } = await run(process.execPath, args, { cwd: root, env: environment, show: true })
  process.exitCode = code
} else {
  console.error(problem)
  process.exitCode = 1
}
