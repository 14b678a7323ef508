import { runCommand } from "@proofloop/foundation/process"
import { layouts } from "../layouts/layouts.ts"
import { testRunners } from "../layouts/runners.ts"
import type { Scenario } from "../world/scenario.ts"
import { serveModel } from "./model.ts"
import { makePlace, statesOf, work } from "./place.ts"
import { REPAIR, candidate } from "./shop.ts"
import type { Wall } from "./wall.ts"

export const workspaces: Wall = {
  name: "workspaces",
  about: "npm workspaces, installed in the work tree: a package is tested that node_modules links to",
  async attempt(command, folder) {
    const { files, replies } = workspace()
    const place = await makePlace(command, folder, files)
    const install = "npm install --no-package-lock --ignore-scripts --no-audit --no-fund --offline"
    await runCommand({ command: install, cwd: place.repository })
    const model = await serveModel(replies)
    try {
      await place.add("fb-1")
      const args = ["process", "--no-verifiers", ...work(command, place.forge)]
      const { ended } = await place.run(args, { env: model.env })
      const rows = await place.rows()
      return {
        holds: rows[0]?.state === "fix-pr-open",
        evidence: `exit ${ended}, ${statesOf(rows)}, ${model.asked()} requests`,
      }
    } finally {
      await model.close()
    }
  },
}

function workspace(): {
  readonly files: Readonly<Record<string, string>>
  readonly replies: Scenario["replies"]
} {
  const layout = layouts.find(({ name }) => name === "npm-workspaces")
  const runner = testRunners.find(({ name }) => name === "node")
  if (layout === undefined || runner === undefined)
    throw new Error("scripts/lab/layouts lacks npm-workspaces or node")
  const path = layout.test(runner)
  const { [path]: content = "", ...files } = layout.files(runner)
  return {
    files,
    replies: {
      triage: { ...REPAIR.triage, candidate_files: [candidate(layout.source)] },
      plan: { ...REPAIR.plan, files: [{ path: layout.source, operation: "edit", loc_estimate: 1 }] },
      edits: [{ path: layout.source, old_string: "a - b", new_string: "a + b" }],
      test: { path, content },
    },
  }
}
