import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { knownChecksFile } from "../../packages/hooks/src/state/session_folder.ts"
import { type BrokenSetup, type BrokenWorld, lock } from "./broken_run.fixture.ts"

const write =
  (name: string, text: string | Buffer) =>
  ({ hooks }: BrokenWorld): void => {
    rmSync(join(hooks, name), { recursive: true, force: true })
    writeFileSync(join(hooks, name), text)
  }

const program = (name: string, text: string | Buffer, of: Partial<BrokenSetup> = {}): BrokenSetup => ({
  name: `the program ${name}`,
  arrange: write("hook.js", text),
  ...of,
})

/** Spoils a file of every session that is kept. */
const spoil =
  (file: string, spoilIt: (path: string) => void) =>
  ({ hooks, host }: BrokenWorld): void => {
    const sessions = join(hooks, "state", host)
    mkdirSync(join(sessions, "none"), { recursive: true })
    for (const session of readdirSync(sessions)) spoilIt(join(sessions, session, file))
  }

const put = (text: string | Buffer) => (path: string) => writeFileSync(path, text)
const folderAt = (path: string) => {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path)
}
const putLocked = (path: string) => {
  writeFileSync(path, "", { flag: "a" })
  lock(path)
}
/** Nobody is at its other end. */
const pipeAt = (path: string) => {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(dirname(path), { recursive: true })
  execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", path])
}
const KNOWN = ["calls_ended", "stop"] as const

const brokenMachines: readonly BrokenSetup[] = [
  {
    name: "no Node",
    arrange: ({ hooks }) => rmSync(join(hooks, "node")),
    environment: { PATH: "/nowhere:/bin" },
  },
  { name: "a Node that is a text", arrange: write("node", "no program") },
  { name: "a Node that leads nowhere", arrange: ({ hooks }) => symlinkAnew("/nowhere", join(hooks, "node")) },
  { name: "no PATH", environment: { PATH: "" } },
  { name: "no home folder", environment: { HOME: "" } },
  { name: "a home folder that is none", environment: { HOME: "/nowhere" } },
  {
    name: "options of Node that it does not know",
    environment: { NODE_OPTIONS: "--no-such-option" },
    of_process: true,
  },
  {
    name: "options of Node that load nothing",
    environment: { NODE_OPTIONS: "--require /nowhere.cjs" },
    of_process: true,
  },
  { name: "memory for nothing", environment: { NODE_OPTIONS: "--max-old-space-size=4" }, of_process: true },
  { name: "a temp folder that is none", environment: { TMPDIR: "/nowhere" } },
  { name: "a language that is none", environment: { LC_ALL: "xx_XX", LANG: "\u{1F600}" } },
  { name: "a program of the wrong kind", arrange: write("hook.js", Buffer.from([127, 69, 76, 70])) },
  {
    name: "a program that is a folder",
    arrange: ({ hooks }) => folderAt(join(hooks, "hook.js")),
  },
  { name: "no program", arrange: ({ hooks }) => rmSync(join(hooks, "hook.js")) },
  { name: "no script", arrange: ({ hooks }) => rmSync(join(hooks, "run.sh")) },
  {
    name: "no fold",
    arrange: ({ hooks }) => rmSync(join(hooks, "fold.js")),
    is_logged: true,
  },
  { name: "a fold that is spoilt", arrange: write("fold.js", "(function("), is_logged: true },
  { name: "no program behind the entry", arrange: ({ hooks }) => rmSync(join(hooks, "program.js")) },
  { name: "a program behind the entry that is spoilt", arrange: write("program.js", "(function(") },
  { name: "no package.json", arrange: ({ hooks }) => rmSync(join(hooks, "package.json")) },
  { name: "a package.json that is spoilt", arrange: write("package.json", "{") },
]

const PROGRAMS: readonly BrokenSetup[] = [
  program("is empty", ""),
  program("has a syntax error", "const = 1"),
  program("throws", 'throw new Error("x")'),
  program("rejects", 'await Promise.reject(new Error("x"))'),
  program("never settles", "await new Promise(() => {})"),
  program("ends with 1", "process.exit(1)", { of_process: true }),
  program("refuses by its exit code", "process.exit(2)", { of_process: true }),
  program("ends with 255", "process.exit(255)", { of_process: true }),
  program("is killed", 'process.kill(process.pid, "SIGKILL")', { of_process: true }),
  program("is ended", 'process.kill(process.pid, "SIGTERM")', { of_process: true }),
  program("aborts", "process.abort()", { of_process: true }),
  program("is killed in the middle of its answer", 'process.stdout.write("{", () => process.abort())', {
    of_process: true,
  }),
  program("fills the memory", "const all = []; for (;;) all.push(new Array(1e5).fill(all.length))", {
    environment: { NODE_OPTIONS: "--max-old-space-size=16" },
    of_process: true,
  }),
  program("recurses for ever", "const f = () => 1 + f(); f()"),
  program("lacks a module", 'import "./nowhere.js"'),
  program("writes to the error stream", 'console.error("x".repeat(1e6))'),
]

const brokenHomes: readonly BrokenSetup[] = [
  ...["a b", "it's", 'say "so"', "$HOME", "a;exit 3", "`x`", "*", "ünï 漢字", "a\nb", "-n", "\\"].map(
    (folder_name) => ({ name: `a home named ${JSON.stringify(folder_name)}`, folder_name }),
  ),
  {
    name: "a home that is a file",
    arrange: ({ home }) => {
      rmSync(home, { recursive: true })
      writeFileSync(home, "")
    },
  },
  { name: "a home that is nowhere", environment: { PROOFLOOP_HOME: "/nowhere/at/all" } },
  { name: "a home in /proc", environment: { PROOFLOOP_HOME: "/proc/self" } },
  { name: "a home that is /dev/null", environment: { PROOFLOOP_HOME: "/dev/null" } },
  { name: "a state that is a file", arrange: write("state", ""), is_logged: true },
  { name: "a state that may not be written", arrange: lockedState },
  {
    name: "a state that leads nowhere",
    arrange: ({ hooks }) => symlinkAnew("/proc/x", join(hooks, "state")),
    is_logged: true,
  },
  {
    name: "a state that leads to itself",
    arrange: ({ hooks }) => symlinkAnew("state", join(hooks, "state")),
    is_logged: true,
  },
  { name: "a log that is a folder", arrange: ({ hooks }) => folderAt(join(hooks, "hook.log")) },
  {
    name: "a full disk",
    before: KNOWN,
    arrange: spoil("events.jsonl", (path) => symlinkAnew("/dev/full", path)),
    is_logged: true,
  },
  { name: "a compile cache that is a file", arrange: write("compiled", "") },
  ...[
    ["empty", Buffer.alloc(0)],
    ["binary", Buffer.alloc(5000, 255)],
    [
      "ended well and nothing else",
      Buffer.concat([Buffer.alloc(200_000), Buffer.from("\u0001\0\0\u00001clp")]),
    ],
  ].map(([name, bytes]) => ({
    name: `compiled code that is ${String(name)}`,
    before: KNOWN,
    arrange: ({ hooks }: BrokenWorld) => {
      for (const file of readdirSync(join(hooks, "compiled")))
        writeFileSync(join(hooks, "compiled", file), bytes ?? "")
    },
    event: "stop" as const,
    // A module that a host loads keeps none.
    of_process: true,
  })),
]

const STATES: readonly BrokenSetup[] = [
  ...[
    ["empty", ""],
    ["no JSON", "{"],
    ["null", "null"],
    ["another shape", '{"version":1,"end":"x","state":[]}'],
    ["binary", Buffer.alloc(5000, 255)],
  ].flatMap(([name, text]) => [
    {
      name: `a snapshot that is ${String(name)}`,
      before: KNOWN,
      arrange: spoil("snapshot.json", put(text ?? "")),
      event: "stop" as const,
    },
    {
      name: `events that are ${String(name)}`,
      before: KNOWN,
      arrange: spoil("events.jsonl", put(text ?? "")),
      event: "stop" as const,
    },
  ]),
  {
    name: "a snapshot that is a folder",
    before: KNOWN,
    arrange: spoil("snapshot.json", folderAt),
    event: "stop",
  },
  {
    name: "events that are a folder",
    before: KNOWN,
    arrange: spoil("events.jsonl", folderAt),
    is_logged: true,
  },
  { name: "events that are locked", before: KNOWN, arrange: spoil("events.jsonl", putLocked), event: "stop" },
]

/** What waits for its other end, or gives without end, in the place of each file that a hook opens. */
const waiting: readonly BrokenSetup[] = (
  [
    ["a log", ({ hooks }) => join(hooks, "hook.log")],
    ["a heartbeat", ({ hooks, host }) => join(hooks, "state/heartbeat", `${host}.json`)],
    ["one of calls", ({ hooks, host }) => join(hooks, "state/heartbeat", `${host}.calls.json`)],
    ["known checks", ({ hooks, project }) => knownChecksFile(hooks, project)],
    ["a manifest", ({ project }) => join(project, "package.json")],
    ["a transcript", ({ project }) => join(project, "transcript")],
    ["a program", ({ hooks }) => join(hooks, "program.js")],
    ["a fold", ({ hooks }) => join(hooks, "fold.js")],
    ["a files.js", ({ hooks }) => join(hooks, "files.js")],
    ...["events.jsonl", "snapshot.json", "files.json"].map((file) => [file, file] as const),
  ] satisfies readonly (readonly [string, string | ((world: BrokenWorld) => string)])[]
).flatMap(([name, place]) =>
  (
    [
      ["a pipe", pipeAt],
      ["a device", (path) => symlinkAnew("/dev/zero", path)],
    ] satisfies readonly (readonly [string, (path: string) => void])[]
  ).flatMap(([kind, put]) =>
    KNOWN.map((event) => ({
      name: `${name} as ${kind}, at ${event}`,
      before: KNOWN,
      event,
      arrange: (world: BrokenWorld) =>
        typeof place === "string" ? spoil(place, put)(world) : put(place(world)),
      input: (given: string, { project }: BrokenWorld) =>
        given.replaceAll(/("transcript_?[pP]ath":)(?:"[^"]*"|null)/g, `$1"${project}/transcript"`),
    })),
  ),
)

const brokenInputs: readonly BrokenSetup[] = [
  ...[
    ["nothing", ""],
    ["blanks", " \n"],
    ["half of it", "half"],
    ["words", "hello"],
    ["bytes", Buffer.alloc(1000, 254)],
    ["a byte order mark", "\uFEFF{}"],
    ["deep nesting", "[".repeat(100_000)],
  ].map(([name, text]) => ({
    name: `an input of ${String(name)}`,
    input: (given: string) => (text === "half" ? given.slice(0, given.length / 2) : (text ?? "")),
    of_process: true,
    is_logged: true,
  })),
  ...["null", "[]", "1", '"x"', "{}", '{"__proto__":{"x":1}}'].map((text) => ({
    name: `an input that is ${text}`,
    input: () => text,
  })),
  { name: "an input of 20 MB", input: (given) => replaced(given, () => "x".repeat(20_000_000), "long") },
  {
    name: "an input that stops coming",
    input: (given) => given.slice(0, 20),
    ends: "never",
    of_process: true,
    is_logged: true,
  },
  { name: "an input without an end", ends: "never", of_process: true, is_logged: true },
  { name: "an input that drips", ends: "drips", of_process: true, is_logged: true },
  { name: "an input that goes on for ever", ends: "goes on", of_process: true, is_logged: true },
  ...(["calls_ended", "stop"] as const).flatMap((event) => [
    { name: `a ${event} without texts`, event, input: (given: string) => replaced(given, () => undefined) },
    { name: `a ${event} of numbers`, event, input: (given: string) => replaced(given, () => 1e308) },
    { name: `a ${event} of lists`, event, input: (given: string) => replaced(given, () => [[null]]) },
    {
      name: `a ${event} of paths`,
      event,
      input: (given: string) => replaced(given, () => "../../../etc/x\0"),
    },
    {
      name: `a ${event} of signs`,
      event,
      input: (given: string) => replaced(given, () => "$(exit 3)'\"\ud800"),
    },
  ]),
  { name: "an event that nobody knows", input: (given) => replaced(given, () => "NoSuchEvent", "event") },
]

const brokenFlags: readonly BrokenSetup[] = [
  { name: "a host that nobody knows", host: "nobody", of_process: true, is_logged: true },
  { name: "an unknown flag", words: ["--no-such-flag"], is_logged: true },
  { name: "a flag without its value", words: ["--hold", "--verify"], is_logged: true },
  { name: "seconds that are none", words: ["--verify-seconds", "soon"], is_logged: true },
  ...[
    ["hangs", "sleep 1000"],
    ["prints a gigabyte", "head -c 1000000000 /dev/zero"],
    ["leaves others behind", "sleep 1000 & sleep 1000 & exit 1"],
    ["is no program", "/nowhere/at/all"],
    ["is no shell", "((("],
    ["is killed", "kill -9 $$"],
  ].map(([name = "", command = ""]) => ({
    name: `a check that ${name}`,
    before: KNOWN,
    event: "stop" as const,
    words: ["--hold", "--verify", command, "--verify-seconds", "2"],
  })),
  {
    name: "a check in a folder that is gone",
    before: KNOWN,
    event: "stop",
    words: ["--hold", "--verify", "true"],
    input: (given, { project }) => given.replaceAll(project, `${project}/gone`),
  },
  { name: "many at once", at_once: 4 },
  { name: "many stops at once", before: KNOWN, event: "stop", at_once: 4 },
]

export const brokenSetups: readonly BrokenSetup[] = [
  ...brokenMachines,
  ...PROGRAMS,
  ...brokenHomes,
  ...STATES,
  ...waiting,
  ...brokenInputs,
  ...brokenFlags,
]

function lockedState({ hooks }: BrokenWorld): void {
  mkdirSync(join(hooks, "state"))
  lock(join(hooks, "state"))
}

function symlinkAnew(target: string, path: string): void {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

/** The input with other texts in place of its own: all, those of the event's name, or those of what was said. */
function replaced(given: string, make: () => unknown, which: "all" | "event" | "long" = "all"): string {
  const EVENT = /^(?:hook_event_name|hook|type)$/
  const KEPT = /^(?:hook_event_name|hook|type|session_id|sessionID|cwd|directory|tool_name|tool)$/
  return JSON.stringify(JSON.parse(given), (key, value: unknown) => {
    if (typeof value !== "string") return value
    const is_meant =
      which === "event" ? EVENT.test(key) : which === "long" ? !KEPT.test(key) : !EVENT.test(key)
    return is_meant ? make() : value
  })
}
