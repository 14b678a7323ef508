import { once } from "node:events"
import { request } from "node:http"
import { fileURLToPath } from "node:url"
import { execa } from "execa"
import { expect, it } from "vitest"
import { RED } from "../fold/fold.fixture.ts"
import { withFolder } from "../state/session_log.fixture.ts"
import { serveHooks } from "./serve_hooks.ts"

const PROGRAM = fileURLToPath(new URL("serve_hooks_program.fixture.ts", import.meta.url))
const SESSION = { session_id: "s1", transcript_path: "/t.jsonl", cwd: "/work" }
const WROTE = {
  tool_name: "Write",
  tool_use_id: "1",
  tool_input: { file_path: "/work/a.ts", content: "1" },
  tool_response: "File created successfully at: /work/a.ts",
}
const FAILED = {
  tool_name: "Bash",
  tool_use_id: "2",
  tool_input: { command: "npm test" },
  tool_response: `Exit code 1\n${RED}`,
}
const BATCH = { ...SESSION, hook_event_name: "PostToolBatch", tool_calls: [WROTE, FAILED] }
const STOP = { ...SESSION, hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "Done." }

it("ends what is asked of a server that is killed, refuses at once after it, and loses nothing that was answered", () =>
  withFolder(async (home) => {
    const server = execa(process.execPath, ["--import", "tsx", PROGRAM, home], { reject: false })
    const [first] = (await once(server.stdout, "data")) as [Buffer]
    const [url = "", token = ""] = first.toString().trim().split(" ")
    const tell = (to: string, input: object) =>
      fetch(`${to}/claude-code`, {
        method: "POST",
        body: JSON.stringify(input),
        headers: { "x-proofloop-token": token },
      })
    expect(await (await tell(url, BATCH)).json()).toEqual({})

    const half = request(`${url}/claude-code`, { method: "POST", headers: { "x-proofloop-token": token } })
    half.write("{")
    await once(half, "socket").then(([socket]) => once(socket as NodeJS.EventEmitter, "connect"))
    const ended = once(half, "error")
    server.kill("SIGKILL")
    expect((await server).signal).toBe("SIGKILL")
    expect(await ended).toEqual([expect.objectContaining({ code: "ECONNRESET" })])
    await expect(tell(url, STOP)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } })

    const next = await serveHooks({ words: ["--hold"], home, version: "1" })
    try {
      expect(await (await tell(next.url, STOP)).json()).toEqual({
        decision: "block",
        reason: expect.stringContaining("expected 3, got 4") as string,
      })
    } finally {
      await next.close()
    }
  }))
