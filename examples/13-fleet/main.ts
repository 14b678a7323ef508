// A fleet of three repositories, offline: real repositories and tests, a store in a folder, and the command as a process
// of its own. A scripted model answers behind a real endpoint. One repository has four runs, and starves no other. A
// drain interrupts a turn, and the next process ends what was begun.
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { openRunStore } from "@proofloop/jobs/pipeline"
import { main as proofloop } from "proofloop/command"
import { print } from "../show.ts"
import { serveModel } from "./model_server.ts"
import { brokenShops } from "./shop.ts"

const DRAINS_WITHIN_MS = 10_000

const words = process.argv.slice(2)
if (words.length > 0) process.exitCode = await proofloop(words)
else await tour()

async function tour(): Promise<void> {
  const { hot, quiet, calm } = await brokenShops(["hot", "quiet", "calm"])
  const folder = dirname(hot)
  const list = join(folder, "repositories.txt")
  await writeFile(list, [hot, quiet, calm].map((url) => `${url}\n`).join(""))
  const at = ["--state", join(folder, "state")]
  await addRuns(join(folder, "state", "runs.db"), { hot, quiet, calm })

  // The plan of the last run of the hot repository takes a minute, as a slow model does.
  const model = await serveModel({ slow_plan: 6 })
  const run = ["fleet", "run", list, ...at, "--json", "--concurrency", "1", "--setup", ""]
  // The code here is ours. Leave the last flag out for a real model: what it wrote runs in a sandbox then.
  const flags = [
    "--model",
    "worker",
    "--planner-model",
    "planner",
    "--base-url",
    model.url,
    "--unsafe-host-runner",
  ]

  print("fleet run: four runs of hot came first")
  const first = start([...run, ...flags])
  const told = tellTurns(first)
  // A fleet that ends too early is told, and not waited for.
  await Promise.race([model.is_slow, told])
  print("\nfleet status, while the model thinks about the last one")
  const { workers, states } = JSON.parse(await outputOf(["fleet", "status", "--json", ...at])) as Status
  print(`  workers ${workers.length}`)
  for (const [state, count] of Object.entries(states)) print(`  ${state} ${count}`)

  print("\nfleet drain")
  const asked = Date.now()
  const drained = await outputOf(["fleet", "drain", ...at])
  await told
  print(`  ${drained.trim()}`)
  print(`  within 10 s: ${Date.now() - asked <= DRAINS_WITHIN_MS}`)

  print("\nfleet run --once: another process goes on")
  await tellTurns(start([...run, ...flags, "--once"]))
  await model.close()
}

interface Status {
  readonly workers: readonly unknown[]
  readonly states: Readonly<Record<string, number>>
}

/** Four runs of one repository, which end with their plans, before one of each other, which ends with a pull request. */
async function addRuns(
  path: string,
  { hot, quiet, calm }: { readonly hot: string; readonly quiet: string; readonly calm: string },
): Promise<void> {
  const store = await openRunStore(path)
  for (let count = 0; count < 4; count += 1) await store.add({ url: hot, switches: ["dry_run"] })
  for (const url of [quiet, calm]) await store.add({ url, switches: ["no_ci_watch", "no_self_review"] })
  await store.close()
}

/** The command as another process. */
function start(args: readonly string[]): ChildProcess {
  return fork(fileURLToPath(import.meta.url), args, { stdio: ["ignore", "pipe", "inherit", "ipc"] })
}

async function outputOf(args: readonly string[]): Promise<string> {
  const { stdout } = start(args)
  return stdout === null ? "" : text(stdout)
}

/** Prints the turns of a fleet as they end; resolves when its process has ended. */
async function tellTurns(fleet: ChildProcess): Promise<void> {
  const ended = once(fleet, "exit")
  if (fleet.stdout === null) return
  for await (const line of createInterface({ input: fleet.stdout })) {
    const event = JSON.parse(line) as Readonly<Record<string, string | null>>
    const { type, url, state, waits_for, how } = event
    if (type === "fleet.turn_ended")
      print(
        `  ${basename(url ?? "", ".git").padEnd(6)} ${state}${waits_for === "merge" ? ", waits for its merge" : ""}`,
      )
    if (type === "fleet.ended") print(`  the fleet is ${how}`)
  }
  await ended
}
