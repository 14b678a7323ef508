import { join } from "node:path"
import { parse } from "smol-toml"
import { expect, test } from "vitest"
import { openWorld, read, write } from "./world.fixture.ts"

const TABLES = `# mine
model = "gpt-6"   # the model

[[hooks.Stop]]
[[hooks.Stop.hooks]]
type = "command"
command = '''say "done"'''

[projects."/home/dev/a"]
trust_level = "trusted"
`

function codexWorld(config: string) {
  const world = openWorld()
  const hooks = world.place("codex")
  const path = join(hooks, "../config.toml")
  write(path, config)
  return { ...world, hooks, config: path }
}

test.for([
  ["plain", TABLES],
  ["Windows", TABLES.replaceAll("\n", "\r\n")],
  ["no final line break", TABLES.trimEnd()],
  ["a mark", `\uFEFF${TABLES}`],
] as const)("hooks go where hooks are, and out to the byte: %s", async ([, text]) => {
  const { install, uninstall, status, hooks, config } = codexWorld(text)
  expect(await install("codex")).toMatchObject({ action: "installed", path: config })
  expect(read(hooks)).toBeNull()
  const written = read(config) ?? ""
  expect(written.startsWith(text)).toBe(true)
  const value: unknown = parse(written.replace("\uFEFF", ""))
  expect(value).toMatchObject({
    model: "gpt-6",
    hooks: {
      Stop: [{ hooks: [{ command: 'say "done"' }] }, { hooks: [{ type: "command", timeout: 30 }] }],
      PostToolUse: [{ matcher: "Bash|apply_patch" }],
    },
  })
  expect((await install("codex")).action).toBe("unchanged")
  expect((await install("codex", ["--hold"])).action).toBe("replaced")
  expect((await status("codex")).installations).toMatchObject([
    { path: config, mode: "hold", is_current: true },
  ])
  await install("codex")
  expect(read(config)).toBe(written)
  await uninstall("codex")
  expect(read(config)).toBe(text)
})

test("what Codex or the person adds behind our block stays", async () => {
  const { install, uninstall, config } = codexWorld(TABLES)
  await install("codex")
  const trust = '\n[hooks.state."a:stop:0:0"]\ntrusted_hash = "sha256:1"\n'
  write(config, (read(config) ?? "").replace("gpt-6", "gpt-7") + trust)
  expect((await install("codex", ["--hold"])).action).toBe("replaced")
  await uninstall("codex")
  expect(read(config)).toBe(TABLES.replace("gpt-6", "gpt-7") + trust)
})

test.for([
  ["no hooks", 'model = "a"\n'],
  ["trust alone", '[hooks.state."a"]\ntrusted_hash = "x"\n'],
  ["hooks in one piece", 'hooks = { Stop = [{ hooks = [{ type = "command", command = "a" }] }] }\n'],
  ["a list in one piece", "[hooks]\nStop = [{ hooks = [] }]\n"],
  ["an empty file", ""],
] as const)(
  "hooks.json is taken where the other file does not need to be touched, or cannot: %s",
  async ([, text]) => {
    const { install, uninstall, hooks, config } = codexWorld(text)
    expect(await install("codex")).toMatchObject({ path: hooks })
    expect(read(config)).toBe(text)
    await uninstall("codex")
    expect(read(hooks)).toBeNull()
  },
)

test("entries stay in the file in which they are", async () => {
  const { install, hooks, config } = codexWorld("")
  await install("codex")
  write(config, TABLES)
  expect(await install("codex", ["--hold"])).toMatchObject({ action: "replaced", path: hooks })
  expect(read(config)).toBe(TABLES)
})

test("a file that is no TOML is told with its line", async () => {
  const { install, hooks, config } = codexWorld('model = "a"\n[hooks\n')
  await expect(install("codex")).rejects.toMatchObject({ code: "install_error", file: config, line: 2 })
  expect(read(hooks)).toBeNull()
})
