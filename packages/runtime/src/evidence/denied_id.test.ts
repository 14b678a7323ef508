import { describe, expect, it } from "vitest"
import { deniesNamedThing } from "./denied_id.ts"

describe("an answer about what the call names by id", () => {
  it.each<[string, string, object]>([
    ["No session found for 1858", "process", { action: "poll", sessionId: "1858" }],
    ["Unknown job 71", "check_status", { job: 71 }],
    ["Error: no such process", "wait", { pid: 4021 }],
    ["no active session with that name", "write_stdin", { session_id: "abc", chars: "" }],
    ["Job 71 does not exist.", "job_output", { id: 71 }],
    ["The shell b1f00d was not found.\nList the shells first.", "shell_output", { bash_id: "b1f00d" }],
    ["Invalid task id: t-9", "task_result", { id: "t-9" }],
  ])("says that it is not there: %s", (answer, tool, given) => {
    expect(deniesNamedThing(answer, tool, given)).toBe(true)
  })

  it.each<[string, string, object]>([
    ["No new output from session 1858", "process", { sessionId: "1858" }],
    ["No session output yet", "process", { sessionId: "1858" }],
    ["Job 71 is not finished", "check_status", { job: 71 }],
    ["Process 4021 has not exited", "wait", { pid: 4021 }],
    ["No orders found", "list_orders", { user_id: "u_7" }],
    ["no session found", "search", { query: "session" }],
    [`No session found for 1858\n${"x\n".repeat(8)}`, "process", { sessionId: "1858" }],
    ["", "process", { sessionId: "1858" }],
  ])("does not: %s", (answer, tool, given) => {
    expect(deniesNamedThing(answer, tool, given)).toBe(false)
  })
})
