import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { folderWith } from "../../../packages/foundation/src/files/workspace.fixture.ts"
import { loadScenario, missingPrograms } from "./scenario.ts"

test("a scenario says which program is absent, and which field is wrong", async () => {
  const folder = await folderWith({ "feedback.yaml": "name: shop\n", "run.yaml": "subtasks: 1\n" })
  expect(() => loadScenario(join(folder, "feedback.yaml"))).toThrow("replies")
  expect(() => loadScenario(join(folder, "run.yaml"))).toThrow("subtasks")
  expect(() => loadScenario(join(folder, "absent.yaml"))).toThrow("absent.yaml")
  const shop = loadScenario(fileURLToPath(new URL("fixtures/shop_run.yaml", import.meta.url)))
  expect(missingPrograms({ ...shop, needs: ["node", "no-such-program"] })).toEqual(["no-such-program"])
})
