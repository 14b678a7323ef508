import { fileURLToPath } from "node:url"
import { loadScenario } from "../world/scenario.ts"
import { SHOP } from "../world/shop.ts"

const scenario = loadScenario(fileURLToPath(new URL("../world/fixtures/shop.yaml", import.meta.url)))

export const FEEDBACK = scenario.feedback

/** A file with its lines: earlier versions plan the change of no other. */
export function candidate(path: string) {
  return { path: `${path}:1-3`, why: "it computes the result" }
}

/** What a model answers that repairs the shop. */
export const REPAIR = {
  ...scenario.replies,
  triage: { ...scenario.replies.triage, candidate_files: [candidate(scenario.bug.path)] },
}

/** The files of the shop, with its bug. */
export function brokenShop(): Readonly<Record<string, string>> {
  const { path, old_string, new_string } = scenario.bug
  return Object.fromEntries(
    Object.entries(SHOP).map(([name, text]) => [
      name,
      name === path ? text.replace(old_string, new_string) : text,
    ]),
  )
}
