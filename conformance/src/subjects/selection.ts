import { type CriticSelection, resolveCritics } from "@proofloop/stdlib/critics"
import type { Subject } from "./subject.ts"

/** Which critics take part, in order, and with which options. */
export const selection: Subject = {
  name: "selection",
  answer(given) {
    const selected = resolveCritics(given as unknown as CriticSelection)
    return {
      ids: selected.map(({ critic }) => critic.id),
      options: Object.fromEntries(selected.map(({ critic, options }) => [critic.id, options])),
    }
  },
}
