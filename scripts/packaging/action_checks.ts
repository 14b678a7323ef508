import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Check } from "./check_list.ts"
import { runAction } from "./run_action.ts"

/** The conformance action in a project without proofloop, which it installs from these files; `host` has it for the implementation. */
export function actionChecks(root: string, host: string, files: () => readonly string[]): Check[] {
  return [{ name: "the conformance action installs proofloop", run: () => actionProblems(root, host, files) }]
}

async function actionProblems(root: string, host: string, files: () => readonly string[]): Promise<string[]> {
  const folder = `${host} of the action`
  mkdirSync(folder)
  const entry = join(host, "node_modules/@proofloop/conformance/dist/index.js")
  writeFileSync(
    join(folder, "ours.mjs"),
    `import { ourImplementation, serveStdio } from ${JSON.stringify(entry)}\nawait serveStdio(ourImplementation())\n`,
  )
  const { code, output, outputs } = await runAction(join(root, "actions/conformance/action.yml"), folder, {
    implementation: "node ours.mjs",
    filter: "repair/",
    packages: files().join("\n"),
  })
  return code === 0 && Number(outputs["passed"]) > 10 && outputs["failed"] === "0"
    ? []
    : [`ended ${code} with ${JSON.stringify(outputs)}`, output]
}
