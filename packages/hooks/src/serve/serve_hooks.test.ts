import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { RED } from "../fold/fold.fixture.ts"
import { withFolder } from "../state/session_log.fixture.ts"
import { serveHooks } from "./serve_hooks.ts"

const SESSION = { session_id: "s1", transcript_path: "/t.jsonl", cwd: "/work" }

function batch(id: string, call: object): object {
  return { ...SESSION, hook_event_name: "PostToolBatch", tool_calls: [{ tool_use_id: id, ...call }] }
}

const WROTE = {
  tool_name: "Write",
  tool_input: { file_path: "/work/a.ts", content: "1" },
  tool_response: "File created successfully at: /work/a.ts",
}
const FAILED = {
  tool_name: "Bash",
  tool_input: { command: "npm test" },
  tool_response: `Exit code 1\n${RED}`,
}
const STOP = { ...SESSION, hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "Done." }

it("holds a stop over HTTP as the program does, and lets everything else through", () =>
  withFolder(async (home) => {
    const server = await serveHooks({ words: ["--hold"], home, version: "1" })
    const post = async (path: string, body: string, token = server.token) => {
      const response = await fetch(`${server.url}${path}`, {
        method: "POST",
        body,
        headers: { "x-proofloop-token": token },
      })
      return [response.status, await response.json()] as const
    }
    const tell = (input: object) => post("/claude-code", JSON.stringify(input))
    try {
      expect(await tell(batch("1", WROTE))).toEqual([200, {}])
      expect(await tell(batch("2", FAILED))).toEqual([200, {}])
      expect(await tell(STOP)).toEqual([
        200,
        { decision: "block", reason: expect.stringContaining("expected 3, got 4") as string },
      ])
      expect(await post("/claude-code", "{")).toEqual([200, {}])
      expect(await post("/claude-code", "[]")).toEqual([200, {}])
      expect(await post("/nobody", "{}")).toEqual([404, {}])
      expect(await post("/claude-code", JSON.stringify(STOP), "wrong")).toEqual([403, {}])
      expect(readFileSync(join(home, "hook.log"), "utf8")).toContain("serve:")
      expect(statSync(join(home, "token")).mode & 0o077).toBe(0)
    } finally {
      await server.close()
    }
  }))

it("has one token for all its starts, and refuses flags that it does not know", () =>
  withFolder(async (home) => {
    const first = await serveHooks({ words: [], home, version: "1" })
    await first.close()
    const second = await serveHooks({ words: [], home, version: "1" })
    await second.close()
    expect(second.token).toBe(first.token)
    await expect(serveHooks({ words: ["--hald"], home, version: "1" })).rejects.toThrow('no flag "--hald"')
  }))
