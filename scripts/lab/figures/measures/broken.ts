import { z } from "zod"
import type { FigureGroup } from "../figure.ts"
import { jsonIn } from "../json_in.ts"
import { DURATION, EXACT } from "../noise.ts"

const list = z.array(z.string())
const matrixSchema = z.object({
  red: list,
  broken: z.array(z.object({ killed_by: list, unnoticed: list, crashed: list })),
  cases: z.array(z.object({ standing: z.string() })),
})

/** Implementations that are broken on purpose, and which of them the cases catch. */
export const broken: FigureGroup = {
  name: "broken",
  about: "implementations that are broken on purpose, each against the cases of what it violates",
  command: "npm run broken",
  figures: {
    caught: { what: "broken implementations caught", unit: "count", better: "higher", noise: EXACT },
    uncaught: { what: "broken implementations not caught", unit: "count", better: "lower", noise: EXACT },
    idle: { what: "cases that catch nothing", unit: "count", better: "lower", noise: EXACT },
    red: { what: "cases red on ours", unit: "count", better: "lower", noise: EXACT },
    seconds: { what: "time of the matrix", unit: "s", better: "lower", noise: DURATION },
  },
  async measure({ script }) {
    const start = performance.now()
    const { code, output } = await script("broken", ["--json"])
    const seconds = (performance.now() - start) / 1000
    const { success, data } = matrixSchema.safeParse(jsonIn(output))
    if (!success) throw new Error(`npm run broken ended with ${code}:\n${output}`)
    const caught = data.broken.filter(
      ({ killed_by, unnoticed, crashed }) =>
        killed_by.length > 0 && unnoticed.length === 0 && crashed.length === 0,
    )
    return [
      { figure: "caught", value: caught.length },
      { figure: "uncaught", value: data.broken.length - caught.length },
      { figure: "idle", value: data.cases.filter(({ standing }) => standing === "idle").length },
      { figure: "red", value: data.red.length },
      { figure: "seconds", value: seconds },
    ]
  },
}
