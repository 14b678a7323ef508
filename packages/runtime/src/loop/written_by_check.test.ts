import { expect, test } from "vitest"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import { createAgentLoop } from "./create_agent_loop.ts"

function run(workspace_root: string, command: string) {
  const loop = createAgentLoop({
    model: async () => ({ text: "Done.", tool_calls: [] }),
    stall_diagnostics: { repair_aware: true },
    workspace_root,
    verify_completion: { command },
  })
  return loop.run("Do the task.").result
}

test("what a check itself writes each time it runs is its product, and named", async () => {
  const root = await repositoryWith({ "value.txt": "right\n" })
  const command = "cp value.txt .git/copy; cp .git/copy value.txt; date +%N > junit.xml"
  expect(await run(root, command)).toMatchObject({
    verified: true,
    proof: { written_by_check: ["junit.xml", "value.txt"] },
  })
})

// @requirement proof.workspace
test.each([
  ["content", "echo right > value.txt; sleep 0.3; grep -q right value.txt; echo wrong > value.txt"],
  ["a folder", "mv src bad; mkdir src; echo right > src/a; sleep 0.3; rm -r src; mv bad src"],
  ["an untracked source", "echo '// right' > new.ts; sleep 0.3; date +%N > new.ts"],
])(
  "files that are other ones while the check looks prove nothing, whatever they are after it: %s",
  async (_what, command) => {
    const files = { "value.txt": "wrong\n", "src/a": "wrong\n", "b.ts": "", "check.sh": `${command}\n` }
    expect(await run(await repositoryWith(files), "sh check.sh")).toMatchObject({
      verified: false,
      stop_detail: expect.stringContaining("files changed while the check looked at them"),
    })
  },
)
