import { mkdir, readdir, readFile } from "node:fs/promises"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { loadYaml } from "../../../conformance/src/load_yaml.ts"
import { Misuse } from "../command/misuse.ts"
import type { Report } from "../command/tool.ts"
import { installInto } from "../testbed/install.ts"
import { type Attack, judge, type Judged, play } from "./play.ts"

interface Asked {
  readonly only: readonly string[]
  readonly folder: string
}

const MODULES = ["ava@7", "jest@30", "mocha@12", "vitest@4"]
const CASES = fileURLToPath(new URL("cases", import.meta.url))

/**
 * Plays attacks on a proof, and honest runs, by somebody who had only the docs. Passed when each attack is held, told,
 * or listed as one that nobody can see, and no honest run is lost.
 */
export async function attacks({ only, folder }: Asked): Promise<Report> {
  const all = await readAttacks()
  const isChosen = (name: string) => only.length === 0 || only.some((text) => name.includes(text))
  const chosen = all.filter(({ id, class: of }) => isChosen(`${of}/${id}`))
  if (chosen.length === 0) throw new Misuse(`--only: no attack has "${only.join(", ")}" in its class and id`)
  await installInto(folder, MODULES)
  // Repositories lie below the folder of the runners, so that they find them as their own.
  const work = join(folder, "work")
  await mkdir(work, { recursive: true })
  process.env["TMPDIR"] = work
  process.env["PATH"] = [join(folder, "node_modules", ".bin"), process.env["PATH"]].join(delimiter)
  const judged: Judged[] = []
  for (const attack of chosen) {
    const one = judge(attack, await play(attack))
    judged.push(one)
    console.error(`${one.outcome.padEnd(8)} ${attack.class}/${attack.id}  ${one.why}`)
  }
  const wrong = judged.filter(({ is_wrong }) => is_wrong)
  return { passed: wrong.length === 0, text: tableOf(judged), data: judged }
}

async function readAttacks(): Promise<readonly Attack[]> {
  const { parse } = await loadYaml()
  const names = (await readdir(CASES)).toSorted()
  const lists = names.map(async (name) => {
    const rows = parse(await readFile(join(CASES, name), "utf8")) as readonly Attack[]
    return rows.map((row) => ({ ...row, class: name.replace(/\.yaml$/, "") }))
  })
  return (await Promise.all(lists)).flat()
}

function tableOf(judged: readonly Judged[]): string {
  const classes = [...new Set(judged.map((one) => one.class))]
  const outcomes = [...new Set(judged.map(({ outcome }) => outcome))].toSorted()
  const count = (of: string, outcome: string) =>
    judged.filter((one) => one.class === of && one.outcome === outcome).length
  return [
    `| class | ${outcomes.join(" | ")} |`,
    `|---|${outcomes.map(() => "---:|").join("")}`,
    ...classes.map((of) => `| ${of} | ${outcomes.map((outcome) => count(of, outcome)).join(" | ")} |`),
    "",
    ...judged
      .filter(({ is_wrong }) => is_wrong)
      .map((one) => `${one.class}/${one.id}: ${one.outcome}, ${one.why}`),
  ].join("\n")
}
