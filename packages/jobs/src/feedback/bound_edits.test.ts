import { expect, test } from "vitest"
import { GOOD_EDIT, loopWith } from "./loop.fixture.ts"
import { bench, plan } from "./tools/tools.fixture.ts"

const ELSEWHERE = { path: "README.md", old_string: "# Shop", new_string: "# Store" }

test("a host's edits outside the plan are refused whole, and the next try is told", async () => {
  const told: (readonly string[])[] = []
  const { loop, add, store } = await loopWith(
    {},
    {
      propose_edits({ refutations }) {
        told.push(refutations)
        return Promise.resolve([GOOD_EDIT, ELSEWHERE])
      },
      max_attempts: 2,
    },
  )
  await add()
  expect(await loop.process()).toMatchObject([{ to: "failed" }])
  expect(told[0]).toEqual([])
  expect(told[1]).toEqual([expect.stringContaining("README.md: it is not a file of the plan")])
  expect((await store.get("fb-1")).work).not.toHaveProperty("fix")
})

test("so are those of a tool call", async () => {
  const { call } = await bench()
  const refused = await call("apply_self_fix", { plan, edits: [GOOD_EDIT, ELSEWHERE] })
  expect(refused).toMatchObject({ ok: false, error: expect.stringContaining("README.md") })
})
