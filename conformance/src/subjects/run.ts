import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { createGate, type GateEvent, type GateOptions, reviewRun } from "@proofloop/stdlib/gate"
import type { Files } from "./folder.ts"
import { modelOf, type Reply } from "./replies.ts"
import { inRepositoryWith, lookAtRepository } from "./repository.ts"

export interface RunInput {
  /** What was there before the run. */
  readonly files?: Files
  /** What the run has committed; null deletes. */
  readonly work?: Files
  readonly options?: Partial<GateOptions>
  readonly devil?: { readonly devil?: Reply[]; readonly refiner?: Reply[]; readonly meta?: Reply[] }
  readonly qa?: { readonly questioner?: Reply[]; readonly defender?: Reply[]; readonly apply?: boolean }
}

/** The phases after a run over a fresh repository, with scripted models. */
export async function playRun(input: RunInput) {
  const { files = { "m.py": "def f():\n    return 1\n" }, work = { "m.py": "def f():\n    return 2\n" } } =
    input
  return inRepositoryWith([files, work], async (root) => {
    const events: GateEvent[] = []
    const only = ["G1", "G2", "G20", "G7"]
    const gate = createGate({
      env: {},
      only,
      ...input.options,
      root,
      on_event: (event) => events.push(event),
    })
    const { devil, qa } = input
    const review = await reviewRun({
      gate,
      base: "HEAD~1",
      title: "Return two",
      devil: devil && {
        model: modelOf(devil.devil),
        refiner: modelOf(devil.refiner),
        meta: modelOf(devil.meta),
      },
      qa: qa && {
        questioner: modelOf(qa.questioner),
        defender: modelOf(qa.defender),
        apply: qa.apply,
      },
    })
    const told = events.filter(({ type }) => type !== "critic_gate.judged")
    return {
      ...review,
      events: told,
      types: told.map(({ type }) => type),
      ...(await lookAtRepository(root, 2)),
      m: await readFile(join(root, "m.py"), "utf8").catch(() => null),
    }
  })
}
