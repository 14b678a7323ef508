import type { Critic } from "./critic.ts"
import type { SelectedCritic } from "./select.ts"

/** How dear a critic is; cheap ones go first, and what fails in one stage keeps the next from starting. */
export type Stage = "syntax" | "static" | "repository" | "scanner" | "build" | "tests" | "psi"

const STAGES: Readonly<Record<string, Stage>> = {
  G1: "syntax",
  G2: "syntax",
  G6: "syntax",
  G20: "syntax",
  G16: "repository",
  G18: "repository",
  G19: "repository",
  build: "build",
  G8: "tests",
  "psi-lite": "psi",
  "psi-full": "psi",
}

function stageOf({ id, needs }: Pick<Critic, "id" | "needs">): Stage {
  const known = Object.hasOwn(STAGES, id) ? STAGES[id] : undefined
  if (known !== undefined) return known
  if (needs === "scanner") return "scanner"
  return needs === "run" ? "tests" : "static"
}

/** The selection cut where its stage changes; critics of one part may run side by side. */
export function stagesOf(selected: readonly SelectedCritic[]): ReadonlyArray<readonly SelectedCritic[]> {
  const parts: SelectedCritic[][] = []
  let last: Stage | null = null
  for (const one of selected) {
    const stage = stageOf(one.critic)
    const part = parts.at(-1)
    if (part === undefined || stage !== last) parts.push([one])
    else part.push(one)
    last = stage
  }
  return parts
}
