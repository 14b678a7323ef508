import { expect, it } from "vitest"
import { emitSafely, subtaskFailedEvent } from "./failure_event.ts"

const FAILED = {
  task_id: "T001",
  subtask_id: "T001-S01",
  title: "Fix it",
  file_hints: ["a.py"],
  error: "broke",
}

it("holds what failed and why", () => {
  expect(subtaskFailedEvent(FAILED)).toEqual({ type: "worker.subtask.failed", ...FAILED })
  expect(subtaskFailedEvent({ ...FAILED, error: new Error("worse") })).toMatchObject({ error: "worse" })
})

it("is short, by code points, and without secrets", () => {
  const event = subtaskFailedEvent({
    ...FAILED,
    title: "t".repeat(500),
    file_hints: Array.from({ length: 50 }, () => "a.py"),
    error: `Bearer ${"k".repeat(40)} ${"💥".repeat(5000)}`,
  })
  expect(Array.from(event.error)).toHaveLength(300)
  expect(event.error).toMatch(/^Bearer \[redacted\] 💥/u)
  expect(event.title).toHaveLength(200)
  expect(event.file_hints).toHaveLength(20)
})

it("is built from any error", () => {
  const hostile = {
    toString() {
      throw new Error("no")
    },
  }
  expect(subtaskFailedEvent({ ...FAILED, error: hostile })).toMatchObject({
    error: "something that cannot be put in words",
  })
  expect(subtaskFailedEvent({ ...FAILED, error: undefined })).toMatchObject({ error: "undefined" })
})

it("a listener that fails ends nothing", async () => {
  const heard: number[] = []
  await emitSafely((event: number) => heard.push(event), 1)
  await emitSafely(() => {
    throw new Error("full disk")
  }, 2)
  await emitSafely(() => Promise.reject(new Error("no network")), 3)
  await emitSafely(undefined, 4)
  expect(heard).toEqual([1])
})
