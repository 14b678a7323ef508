import { engineSuite } from "./engine_suite.fixture.ts"
import { localRows } from "./local_rows.ts"

engineSuite("this process", async (turns, options) => {
  const rows = localRows({ turns, ...options, retry_ms: 50 })
  return { rows, close: rows.close }
})
