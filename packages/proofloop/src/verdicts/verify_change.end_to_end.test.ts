import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { lensOf, serve, submit } from "./serve.fixture.ts"
import { repairedShop } from "./shop.fixture.ts"
import { ASKED } from "./verify_change.fixture.ts"

test("one refutation stops it, and is shown", async () => {
  const cwd = await repairedShop()
  const { env } = await serve((text) => submit(lensOf(text) === "wiring" ? "fail" : "pass"))
  const { code, stdout, stderr } = await call(ASKED, { cwd, env })
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" })
  expect(stdout).toMatch(/^HARD-STOP {2}.*wiring/)
  expect(stdout).toMatch(/fail {2}wiring +proofloop\/wiring +src\/price\.mjs:3/)
})
