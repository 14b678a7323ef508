import { engineSuite } from "./engine_suite.fixture.ts"
import { localRows } from "./local_rows.ts"

engineSuite("this process", async (turns, { look_every_ms }) => {
  const rows = localRows({ turns, look_every_ms, retry_ms: 50 })
  return { rows, close: rows.close }
})
