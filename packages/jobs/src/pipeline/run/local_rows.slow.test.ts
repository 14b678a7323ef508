import { localRows } from "../../engines/local_rows.ts"
import { runEngineSuite } from "./run_engine_suite.fixture.ts"

runEngineSuite("this process", async (turns, options) => {
  const rows = localRows({ turns, ...options, retry_ms: 100 })
  return { rows, close: rows.close }
})
