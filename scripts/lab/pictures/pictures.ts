import { mkdir, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import type { Report } from "../command/tool.ts"

const SETS = ["demo", "replay", "cockpit"] as const

/** Draws the pictures of the docs into a folder: the demo's terminal, the report of a replay, the cockpit. */
export async function pictures({
  to,
  only,
}: {
  readonly to: string
  readonly only: (typeof SETS)[number] | undefined
}): Promise<Report> {
  const folder = resolve(to)
  await mkdir(folder, { recursive: true })
  const wanted = only === undefined ? SETS : [only]
  if (wanted.includes("demo")) {
    const { demoPicture } = await import("./demo_picture.ts")
    await writeFile(join(folder, "demo.svg"), await demoPicture())
  }
  if (wanted.includes("replay")) {
    const { replayPictures } = await import("./replay_pictures.ts")
    await replayPictures(folder)
  }
  if (wanted.includes("cockpit")) {
    const { cockpitPictures } = await import("./cockpit_pictures.ts")
    await cockpitPictures(folder)
  }
  return { passed: true, text: `drawn to ${folder}: ${wanted.join(", ")}`, data: { folder, drawn: wanted } }
}
