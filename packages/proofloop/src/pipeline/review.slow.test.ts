import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { localForge } from "@proofloop/jobs"
import { expect, test } from "vitest"
import { GOOD_WORK } from "../../../jobs/src/pipeline/shop.fixture.ts"
import { bench, FAST, idOf, paste, pipeline, ROLES, serveShop, suggestedIn } from "./pipeline.fixture.ts"

const REQUEST = "Please say how many percent may be given."

const WORK = {
  ...GOOD_WORK,
  [REQUEST]: [
    {
      tool_calls: [
        {
          name: "write_file",
          arguments: { path: "docs/limits.md", content: "# Limits\n\nAt most 100 percent.\n" },
        },
      ],
    },
    { text: "Say how many percent may be given" },
  ],
}

test("what a reviewer asks for is listed, and worked in on demand", async () => {
  const { root, state } = await bench()
  const { flags } = await serveShop(WORK)
  const run = await pipeline(state, "run", root, ...FAST, ...ROLES, ...flags, "--ci", "")
  const id = idOf(run)
  expect(await pipeline(state, "review", id)).toMatchObject({
    code: 0,
    stdout: "There is no request by anybody who may instruct.\n",
  })
  const forge = localForge({ repository: join(root, ".proofloop/forge.git") })
  await forge.say({ kind: "pull_request", number: 1 }, { author: "mia", body: REQUEST })
  const listed = await pipeline(state, "review", id)
  expect(listed).toMatchObject({
    code: 3,
    stdout: `  mia\n    ${REQUEST}\nWork them in with: npx proofloop pipeline review ${id} --integrate --state '${state}'\n`,
  })
  const [integrate = ""] = suggestedIn(listed.stdout)
  const done = await paste(integrate, { more: ["--time-limit", "0"] })
  expect(done).toMatchObject({ code: 3, stderr: expect.stringContaining("integrated") })
  const { head } = await forge.pulls.get(1)
  const files = await requireGit(root, [
    "--git-dir",
    join(root, ".proofloop/forge.git"),
    "ls-tree",
    "-r",
    "--name-only",
    head,
  ])
  expect(files).toContain("docs/limits.md")
  expect((await pipeline(state, "review", id)).code).toBe(0)
})
