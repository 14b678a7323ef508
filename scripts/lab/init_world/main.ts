/** `npm run init:world`: `proofloop init` in kinds of repositories made by their own tools, up to the first finding that is true. */
import { mkdir, readdir, writeFile } from "node:fs/promises"
import { delimiter, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { missingProgram } from "@proofloop/foundation/process"
import { cleanEnvironment, run } from "../../child.mjs"
import { packAll } from "../../packaging/pack.ts"
import { commandLine } from "../command_line.ts"
import { Misuse } from "../figures/misuse.ts"
import type { Kind } from "./kind.ts"
import { KINDS } from "./kinds.ts"
import { initPage, type Results } from "./page.ts"
import { type Outcome, tryKind } from "./try_kind.ts"

const ROOT = fileURLToPath(new URL("../../..", import.meta.url))
const USAGE = `npm run build && npm run init:world -- --folder DIR
  --folder DIR     where the repositories and their tools are made, and a transcript of each
  --only WORDS     the kinds whose name has these words

Writes what was seen to .cache/lab/init.md.

Exit code 0 when each kind that could be tried went as it should, else 1.`

/** git, the package managers and their telemetry ask a person for none of this. */
const IDENTITY = {
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.org",
  GIT_CONFIG_GLOBAL: "/dev/null",
  YARN_ENABLE_TELEMETRY: "0",
  NO_COLOR: "1",
}

await commandLine(
  USAGE,
  { folder: { type: "string" }, only: { type: "string", default: "" } },
  async ({ folder: given, only }) => {
    if (given === undefined) throw new Misuse("--folder is needed")
    const folder = resolve(given)
    const wanted = KINDS.filter(({ name }) => name.toLowerCase().includes(only.toLowerCase()))
    if (wanted.length === 0)
      throw new Misuse(`--only: there are\n${KINDS.map(({ name }) => `  ${name}`).join("\n")}`)
    const packed = join(folder, "packed")
    await packAll(ROOT, packed)
    await installGlobal(folder, packed)
    const outcomes: Outcome[] = []
    const skipped: Results["skipped"][number][] = []
    for (const kind of wanted) {
      const missing = missingPrograms(kind)
      if (missing.length > 0) {
        console.log(`${kind.name}: SKIPPED, no program ${missing.join(", ")}`)
        skipped.push({ name: kind.name, missing })
        await writeFile(transcriptFile(folder, kind), `Skipped: no program ${missing.join(", ")} here.\n`)
      } else outcomes.push(await tried(kind, folder, packed))
    }
    const report = join(ROOT, ".cache/lab")
    await mkdir(report, { recursive: true })
    await writeFile(join(report, "init.md"), initPage({ node: process.version, outcomes, skipped }))
    const held = outcomes.filter(({ wrong }) => wrong.length === 0).length
    console.log(`${held} of ${outcomes.length} kinds went as they should, ${skipped.length} skipped`)
    return held === outcomes.length ? 0 : 1
  },
)

function missingPrograms({ programs }: Kind): readonly string[] {
  return programs.filter((name) => missingProgram(name, { cwd: "/" }) !== null)
}

/** As a user does who has repositories without a package.json. */
async function installGlobal(folder: string, packed: string): Promise<void> {
  const prefix = join(folder, "global")
  const files = (await readdir(packed)).map((name) => join(packed, name))
  await installed(["install", "--global", "--prefix", prefix, ...files], folder)
}

async function installed(words: readonly string[], cwd: string): Promise<void> {
  await mkdir(cwd, { recursive: true })
  const { code, output } = await run("npm", [...words, "--no-audit", "--no-fund"], {
    cwd,
    env: cleanEnvironment(),
    timeout: 600_000,
  })
  if (code !== 0) throw new Error(`npm ${words[0]}: ${output.slice(-2000)}`)
}

async function tried(kind: Kind, folder: string, packed: string): Promise<Outcome> {
  const slug = slugOf(kind)
  const tools = join(folder, "tools", slug)
  if (kind.tools.length > 0) await installed(["install", "--prefix", tools, ...kind.tools], tools)
  const path = [
    join(tools, "node_modules/.bin"),
    ...(kind.proofloop === "global" ? [join(folder, "global/bin")] : []),
    // Of `npm run` are the programs of this checkout, which a user does not have.
    ...(process.env["PATH"] ?? "").split(delimiter).filter((each) => !each.includes("node_modules")),
  ]
  const place = {
    checkout: ROOT,
    root: join(folder, slug),
    packed,
    environment: { ...IDENTITY, PATH: path.join(delimiter) },
  }
  const { outcome, transcript } = await tryKind(kind, place)
  await writeFile(transcriptFile(folder, kind), transcript)
  console.log(`${kind.name}: ${outcome.wrong.join("; ") || "as it should"}`)
  return outcome
}

function slugOf({ name }: Kind): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/-$/, "")
}

function transcriptFile(folder: string, kind: Kind): string {
  return join(folder, `${slugOf(kind)}.txt`)
}
