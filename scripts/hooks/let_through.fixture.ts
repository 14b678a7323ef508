import { expect } from "vitest"
import type { HostName } from "../../packages/hooks/src/events/host_event.ts"
import { type BrokenSetup, runBroken } from "./broken_run.fixture.ts"

/** A host goes on: exit code 0 before its time-out, and one object as the answer, or none. */
export async function expectLetThrough(setup: BrokenSetup, host: HostName): Promise<void> {
  for (const { status, signal, stdout, log } of await runBroken(setup, host)) {
    expect({ host, status, signal }).toEqual({ host, status: 0, signal: null })
    if (stdout !== "")
      expect({ host, answer: JSON.parse(stdout) as unknown }).toEqual({
        host,
        answer: expect.objectContaining({}) as unknown,
      })
    if (setup.is_logged === true) expect(log, `${host}: the log`).not.toBe("")
  }
}
