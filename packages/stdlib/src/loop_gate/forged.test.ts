import { expect, it } from "vitest"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import { DONE, FILES, runIn, write } from "./loop_gate.fixture.ts"

const TEST = `import { expect, it } from "vitest"
import { price } from "./price.js"

it("is the total of an order", () => {
  expect(price({ total: 3 })).toBe(3)
  expect(price({ total: 4 })).toBe(4)
})
`

it.each([
  ["skipped", "forged-skipped", TEST.replace("it(", "it.skip(")],
  ["short of one assertion", "forged-weakened", TEST.replace(/ {2}expect.*4\)\n/, "")],
  ["weaker", "forged-weakened", TEST.replace("toBe(3)", "toBeDefined()")],
  ["gone", "forged-deleted", 'import "./price.js"\n'],
])("no proof stands on a test that is %s, and one stands once it is back", async (_how, critic, forged) => {
  const files = { ...FILES, "price.test.js": TEST }
  const forging = await runIn(await repositoryWith(files), [write("price.test.js", forged), DONE])
  expect(forging.result).toMatchObject({ verified: false, proof: null })
  const mended = [write("price.test.js", forged), DONE, write("price.test.js", TEST), DONE]
  const honest = await runIn(await repositoryWith(files), mended)
  expect(honest.told).toContain(critic)
  expect(honest.result).toMatchObject({ status: "done", verified: true, proof: { check_id: "check.mjs" } })
})
