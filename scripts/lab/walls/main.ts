// npm run walls: tries what stopped an earlier version on real repositories, by processes of the command.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { thrownMessage } from "@proofloop/foundation/errors"
import { commandLine } from "../command_line.ts"
import { Misuse } from "../figures/misuse.ts"
import { type Command, commandOf } from "./command.ts"
import type { Seen, Wall } from "./wall.ts"
import { walls } from "./walls.ts"

const USAGE = `npm run walls
  --only TEXT    walls whose name has this text
  --before DIR   the same with the command of an earlier checkout, which is installed
  --json         the report as JSON

Exit code 0 when every wall holds here, else 1.`

const OPTIONS = {
  only: { type: "string", default: "" },
  before: { type: "string" },
  json: { type: "boolean", default: false },
} as const

await commandLine(USAGE, OPTIONS, async ({ only, before, json }) => {
  const wanted = walls.filter(({ name }) => name.includes(only))
  if (wanted.length === 0) throw new Misuse(`--only: there are ${walls.map(({ name }) => name).join(", ")}`)
  const earlier = before === undefined ? null : await commandOf(resolve(before))
  const here = await commandOf(fileURLToPath(new URL("../../..", import.meta.url)))
  const report = []
  for (const wall of wanted) {
    const seen = {
      name: wall.name,
      before: earlier && (await attempted(wall, earlier)),
      here: await attempted(wall, here),
    }
    report.push(seen)
    if (!json) tell(wall, seen)
  }
  if (json) console.log(JSON.stringify(report, null, 2))
  return report.every((seen) => seen.here.holds) ? 0 : 1
})

async function attempted(wall: Wall, command: Command): Promise<Seen> {
  const folder = await mkdtemp(join(tmpdir(), "proofloop wall "))
  try {
    return await wall.attempt(command, folder)
  } catch (error) {
    return { holds: false, evidence: thrownMessage(error).slice(0, 1000) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function tell({ name, about }: Wall, seen: { readonly before: Seen | null; readonly here: Seen }): void {
  console.log(`${name}: ${about}`)
  for (const [when, what] of [
    ["before", seen.before],
    ["here", seen.here],
  ] as const)
    if (what !== null) console.log(`  ${when.padEnd(7)} ${what.holds ? "holds" : "FAILS"}  ${what.evidence}`)
}
