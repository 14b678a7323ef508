import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { Misuse } from "../command/misuse.ts"
import type { Report } from "../command/tool.ts"
import { openCheckout } from "./checkout.ts"
import { harmless } from "./harmless.ts"
import { kinds } from "./kinds.ts"
import type { Edit } from "./mistake.ts"
import { type Outcome, runHarmless, runMistakes } from "./run_mistakes.ts"
import { scoreTable } from "./score.ts"

interface Asked {
  readonly repository: string | undefined
  readonly seed: number
  readonly count: number
  readonly only: readonly string[]
  readonly harmless: boolean
  readonly keep: string | undefined
  readonly add_up: readonly string[]
}

interface Made {
  readonly repository: string
  readonly seed: number
  readonly mistakes: readonly Outcome[]
  readonly harmless: readonly Outcome[]
}

/** Makes mistakes and harmless edits in files of a checkout, and lists the critics of a default check that found each. */
export async function mistakes(asked: Asked): Promise<Report> {
  const made = asked.add_up.length > 0 ? await readMade(asked.add_up) : [await makeAll(asked)]
  return { passed: true, text: tablesOf(made), data: made }
}

async function readMade(files: readonly string[]): Promise<readonly Made[]> {
  const read = files.map(async (file) => JSON.parse(await readFile(file, "utf8")) as readonly Made[])
  return (await Promise.all(read)).flat()
}

async function makeAll({ repository, seed, count, only, keep, ...asked }: Asked): Promise<Made> {
  if (repository === undefined) throw new Misuse("--repository is missing: a folder with a git repository")
  const names = [...kinds.flatMap(({ kind, topic }) => [kind, topic]), ...harmless.map(({ kind }) => kind)]
  const unknown = only.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new Misuse(
      `--only: there is no kind or topic ${unknown}; there are ${[...new Set(names)].join(", ")}`,
    )
  const kept: Promise<void>[] = []
  const on_outcome = (outcome: Outcome, edits: readonly Edit[]): void => {
    if (keep !== undefined) kept.push(keepEdits(keep, outcome, edits))
  }
  const options = { seed, count, only, on_outcome }
  const root = resolve(repository)
  const checkout = await openCheckout(root)
  const made = {
    repository: root,
    seed,
    mistakes: asked.harmless ? [] : await runMistakes(checkout, options),
    harmless: await runHarmless(checkout, options),
  }
  await Promise.all(kept)
  return made
}

function tablesOf(made: readonly Made[]): string {
  const wrong = made.flatMap((one) => one.mistakes)
  const sound = made.flatMap((one) => one.harmless)
  const false_alarms = `False alarms:\n\n${scoreTable(sound, "kind")}`
  return [scoreTable(wrong, "kind"), scoreTable(wrong, "topic"), false_alarms].join("\n\n")
}

async function keepEdits(folder: string, { kind, language }: Outcome, edits: readonly Edit[]): Promise<void> {
  for (const { path, after } of edits) {
    const file = join(folder, kind, language, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, after ?? "")
  }
}
