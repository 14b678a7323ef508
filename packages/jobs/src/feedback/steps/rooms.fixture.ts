import type { TestRooms } from "../settings.ts"
import { runTest, type RegressionTestRun, type RunTestOptions } from "./run_test.ts"
import { openTestRoom } from "./test_room.ts"

/** Most machines that run tests have no sandbox, and test projects need nothing installed. */
export const HOST_ROOMS: TestRooms = { unsafe_host_runner: true, setup: "" }

/** Runs a test in a folder as it is. */
export async function runOnHost(options: Omit<RunTestOptions, "place">): Promise<RegressionTestRun> {
  const place = await openTestRoom(options.root, { rooms: HOST_ROOMS, path: options.test.path })
  try {
    return await runTest({ ...options, place })
  } finally {
    await place.close()
  }
}
