import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { RED } from "../fold/fold.fixture.ts"
import { createFold } from "../fold/fold.ts"
import { hostAdapter } from "../hosts/hosts.ts"
import { withFolder } from "../state/session_log.fixture.ts"
import { readFlags } from "./flags.ts"
import { handleInput } from "./handle_input.ts"

const loadFold = () => createFold

/** A host that tells the hooks of one person what happens in some sessions at once. */
function hostIn(home: string, cwd: string, more: readonly string[] = []) {
  const { flags } = readFlags(["claude-code", "--hold", ...more])
  if (flags === null) throw new Error("no flags")
  const adapter = hostAdapter("claude-code")
  const tell = (session: object, event: string, of: object = {}) =>
    handleInput(
      { cwd, ...session, hook_event_name: event, ...of },
      { flags, adapter, home, version: "1", loadFold },
    )
  return {
    tell,
    works: async (session: object, id: string) => {
      writeFileSync(join(cwd, "a.ts"), id)
      return tell(session, "PostToolBatch", {
        tool_calls: [
          {
            tool_name: "Write",
            tool_use_id: `${id}w`,
            tool_input: { file_path: join(cwd, "a.ts"), content: id },
            tool_response: "ok",
          },
          {
            tool_name: "Bash",
            tool_use_id: `${id}b`,
            tool_input: { command: "npm test" },
            tool_response: `Exit code 1\n${RED}`,
          },
        ],
      })
    },
    stops: async (session: object, again = false) =>
      (await tell(session, "Stop", { stop_hook_active: again, background_tasks: [] }))?.["decision"] ??
      "none",
  }
}

const inWorld = (use: (host: ReturnType<typeof hostIn>, home: string, cwd: string) => Promise<void>) =>
  withFolder(async (folder) => {
    const cwd = join(folder, "project")
    mkdirSync(join(cwd, ".git"), { recursive: true })
    await use(hostIn(join(folder, "home"), cwd), join(folder, "home"), cwd)
  })

it("keeps two sessions and a sub-agent apart that work at once", () =>
  inWorld(async ({ tell, works, stops }, home) => {
    const [one, other, child] = [
      { session_id: "one" },
      { session_id: "other" },
      { session_id: "one", agent_id: "a1" },
    ]
    const all = [one, other, child]
    await Promise.all(all.map((session) => tell(session, "UserPromptSubmit", { prompt: "go" })))
    await works(one, "1")
    expect([await stops(other), await stops(child), await stops(one)]).toEqual(["none", "none", "block"])
    await works(child, "2")
    // The hold of the one is none of the other's.
    expect(await stops(child)).toBe("block")
    expect(await stops(other)).toBe("none")
    expect(readdirSync(join(home, "state/claude-code"))).toHaveLength(3)
  }))

it("goes on after resume and compact, begins anew after clear, and lets go when nothing is done", () =>
  inWorld(async ({ tell, works, stops }) => {
    const session = { session_id: "one" }
    const again = (source: string) => tell(session, "SessionStart", { source })
    await works(session, "1")
    await again("resume")
    expect(await stops(session)).toBe("block")
    await again("clear")
    expect(await stops(session)).toBe("none")
    await works(session, "2")
    await again("compact")
    expect(await stops(session)).toBe("block")
    // It went on because of that, and did nothing.
    expect(await stops(session, true)).toBe("none")
  }))

it("keeps the folder in which a session began when the agent changes to another one", () =>
  inWorld(async ({ tell, works, stops }, home, cwd) => {
    const session = { session_id: "one" }
    await works(session, "1")
    await tell({ ...session, cwd: join(cwd, "packages/a") }, "PostToolBatch", {
      tool_calls: [
        { tool_name: "Bash", tool_use_id: "x", tool_input: { command: "ls" }, tool_response: "a" },
      ],
    })
    expect(await stops({ ...session, cwd: join(cwd, "packages/a") })).toBe("block")
    expect(readdirSync(join(home, "state/claude-code"))).toHaveLength(1)
  }))

it("takes no pass in another folder for one of this", () =>
  inWorld(async ({ tell, works, stops }, _home, cwd) => {
    const session = { session_id: "one" }
    await tell(session, "UserPromptSubmit", { prompt: "go" })
    await works(session, "1")
    const passes = (place: string) =>
      tell({ ...session, cwd: place }, "PostToolBatch", {
        tool_calls: [
          {
            tool_name: "Bash",
            tool_use_id: place,
            tool_input: { command: "npm test" },
            tool_response: "Tests  12 passed (12)",
          },
        ],
      })
    await passes(join(cwd, "other"))
    expect(await stops(session)).toBe("block")
    await passes(join(cwd, "..", "elsewhere"))
    expect(await stops(session)).toBe("block")
    await passes(cwd)
    expect(await stops(session)).toBe("none")
  }))

it("runs the named check after edits that were rejected, and lets a question go", () =>
  inWorld(async (_host, home, cwd) => {
    const verify = "echo '1 failed'; exit 1"
    const { tell, stops } = hostIn(home, cwd, ["--verify", verify])
    const tries = (session: object, tool: object) => tell(session, "PostToolBatch", { tool_calls: [tool] })
    const rejected = {
      tool_name: "Edit",
      tool_use_id: "e1",
      tool_input: { file_path: join(cwd, "a.ts"), old_string: "a", new_string: "b" },
      tool_response: "<tool_use_error>String to replace not found in file.</tool_use_error>",
    }
    const look = {
      tool_name: "Read",
      tool_use_id: "r1",
      tool_input: { file_path: join(cwd, "a.ts") },
      tool_response: "a",
    }
    const [worker, asker] = [{ session_id: "worker" }, { session_id: "asker" }]
    for (const session of [worker, asker]) await tell(session, "UserPromptSubmit", { prompt: "go" })
    await tries(worker, rejected)
    await tries(asker, look)
    expect([await stops(worker), await stops(asker)]).toEqual(["block", "none"])
  }))
