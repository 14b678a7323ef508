import { describe, expect, it } from "vitest"
import { runCase } from "./run_case.ts"
import { PLAYED, program } from "./stdio.fixture.ts"
import { stdioImplementation } from "./stdio.ts"

describe("stdioImplementation", () => {
  it.each([
    ["hangs", "", "no reply to start within 500 ms"],
    ["crashes", 'console.error("out of gears"); process.exit(3)', "ended (exit 3): out of gears"],
    ["prints garbage", 'process.stdout.write("ready\\n")', "not a reply: ready"],
    ["answers another message", "say({ id: 99 })", "reply to an unknown id 99"],
    ["leaves out the step", "say({})", "reply to propose has no step"],
  ])("fails the case when the program %s, and starts afresh for the next", async (_what, body, message) => {
    const timeout_ms = body === "" ? 500 : 60_000
    const implementation = await stdioImplementation({ command: await program(body), timeout_ms })
    for (let time = 0; time < 2; time += 1) {
      const outcome = await runCase(implementation, PLAYED)
      expect(outcome.status).toBe("failed")
      expect(outcome.message).toContain(message)
    }
    await implementation.close()
  })
})
