import { join } from "node:path"
import { mergePull } from "../world/merge_pull.ts"
import { serveModel } from "./model.ts"
import { makeForge, makePlace, statesOf, work } from "./place.ts"
import { REPAIR } from "./shop.ts"
import type { Wall } from "./wall.ts"

export const wrongForge: Wall = {
  name: "wrong forge",
  about: "verify with another forge, whose pull request of the same number is merged",
  async attempt(command, folder) {
    const place = await makePlace(command, folder)
    const other = await makeForge(place.repository, join(folder, "other.git"))
    const model = await serveModel(REPAIR)
    const process = (forge: string, id: string) =>
      place.run(["process", id, "--no-verifiers", ...work(command, forge)], { env: model.env })
    try {
      await place.add("fb-1")
      await place.add("fb-2")
      const ends = [await process(place.forge, "fb-1"), await process(other, "fb-2")]
      await mergePull(other, join(folder, "review"), "fb-2")
      const { ended } = await place.run(["verify", ...work(command, other)])
      const row = (await place.rows()).filter(({ id }) => id === "fb-1")
      return {
        holds: row[0]?.state === "fix-pr-open",
        evidence: `exits ${ends.map((end) => end.ended).join(" and ")}, verify ${ended}: ${statesOf(row)}, its own pull request is open`,
      }
    } finally {
      await model.close()
    }
  },
}
