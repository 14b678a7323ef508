import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { mergePull } from "../world/merge_pull.ts"
import { serveModel } from "./model.ts"
import { makePlace, statesOf, work } from "./place.ts"
import { REPAIR } from "./shop.ts"
import type { Wall } from "./wall.ts"

const MOST_RUNS = 40

export const kills: Wall = {
  name: "kill -9",
  about: "the process is killed at each request to the model, and another one goes on",
  async attempt(command, folder) {
    const place = await makePlace(command, folder)
    const known = new Set<string>()
    let kill = (): void => undefined
    const model = await serveModel(REPAIR, (asked) => {
      if (known.has(asked)) return null
      known.add(asked)
      kill()
      return { text: "", delay_ms: 60_000 }
    })
    const args = ["process", ...work(command, place.forge)]
    const started = (end: () => void) => {
      kill = end
    }
    try {
      await place.add("fb-1")
      const ends: Array<number | string | null> = []
      do ends.push((await place.run(args, { env: model.env, started })).ended)
      while (ends.at(-1) === "SIGKILL" && ends.length < MOST_RUNS)
      const killed = ends.filter((ended) => ended === "SIGKILL").length
      const pulls = (await readdir(join(place.forge, "proofloop/pulls"))).filter((name) =>
        name.endsWith(".json"),
      )
      await mergePull(place.forge, join(folder, "review"), "fb-1")
      const { ended } = await place.run(["verify", ...work(command, place.forge)])
      const trees = (await requireGit(place.repository, ["worktree", "list"])).trim().split("\n").length
      const rows = await place.rows()
      return {
        holds: killed > 3 && pulls.length === 1 && trees === 1 && rows[0]?.state === "closed",
        evidence: `killed ${killed} times, then exit ${ends.at(-1)}; ${pulls.length} pull request, ${trees - 1} trees left; verify ${ended}: ${statesOf(rows)}`,
      }
    } finally {
      await model.close()
    }
  },
}
