import { expect, test } from "vitest"
import { ownCommand } from "../pipeline/own_command.ts"
import { commandOfRun } from "../ui/runs/act_on_run.ts"
import { passwordOf, withoutPassword } from "./store_place.ts"

test.each([
  ["postgres://ann:hunter2@db/runs?schema=a", "postgres://ann@db/runs?schema=a", "hunter2"],
  ["postgres://ann:hunter%402@db/runs", "postgres://ann@db/runs", "hunter@2"],
  ["postgres://ann@db/runs?password=hunter2&schema=a", "postgres://ann@db/runs?schema=a", "hunter2"],
  ["postgres://ann:hunter%@db/runs", "postgres://ann@db/runs", "hunter%"],
  ["postgres://ann:hunter2@/runs?host=/run", "postgres://", null],
  ["postgres://ann@db/runs", "postgres://ann@db/runs", null],
  ["/tmp/a:b@c/runs.db", "/tmp/a:b@c/runs.db", null],
])("%s is shown as %s", (place, shown, password) => {
  expect([withoutPassword(place), passwordOf(place)]).toEqual([shown, password])
})

test("no command of a run has the password of its store", () => {
  const place = { state_dir: "/s", store: { path: "postgres://ann:hunter2@db/runs?password=hunter3" } }
  const commands = [commandOfRun("run-1", "resume", place), ownCommand(place, "resume", "run-1")]
  expect(JSON.stringify(commands)).not.toMatch(/hunter/)
})
