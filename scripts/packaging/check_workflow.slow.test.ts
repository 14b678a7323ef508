import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../setup.mjs"
import { pullRequest, TWO } from "./pull_request.fixture.ts"
import { runWorkflow } from "./run_workflow.fixture.ts"

const workflow = join(root, "examples/hosts/github-action/workflow.yml")
const GITHUB = { GITHUB_BASE_REF: "main" }

it("the example workflow fails a pull request for its errors, and says the counts after them", async () => {
  const folder = pullRequest({ "db.py": TWO.slice(0, 24), "README.md": "# x\n\n[gone](no/such.md)\n" })
  const { code, output, summary } = await runWorkflow(workflow, folder, GITHUB)
  expect({ code, output }).toMatchObject({ code: 1 })
  expect(output).toContain("::error file=db.py,line=2,title=G7 missing_definition::")
  expect(summary).toMatch(/^### proofloop check: 1 error and 1 warning[^]*\n1 to mend, 1 to look at\n$/)
  expect(readFileSync(join(folder, "critics.sarif"), "utf8")).toContain('"ruleId": "G14/missing_path"')
})

it("the example workflow passes a pull request without errors", async () => {
  const { code, output, summary } = await runWorkflow(
    workflow,
    pullRequest({ "db.py": `${TWO}\n\nX = 1\n` }),
    GITHUB,
  )
  expect({ code, output }).toMatchObject({ code: 0 })
  expect(summary).toContain("0 to mend, 0 to look at")
})
