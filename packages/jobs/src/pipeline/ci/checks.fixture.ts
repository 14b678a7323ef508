import type { Check, Checks } from "../../forge/checks.ts"

export const HEAD_SHA = "a".repeat(40)
export const OTHER_SHA = "b".repeat(40)

/** "test failed", "lint passed": checks of the pushed commit. */
export function checksOf(...told: readonly string[]): readonly Check[] {
  return told.map((text) => {
    const [name = "", state = ""] = text.split(" ")
    return checkOf(name, state as Check["state"])
  })
}

export function checkOf(name: string, state: Check["state"], more: Partial<Check> = {}): Check {
  const told = { told: state, summary: "", url: null, log_id: null }
  return { name, commit: HEAD_SHA, kind: "run", state, ...told, ...more }
}

/** A forge's checks that never change, with logs by id. */
export function fixedChecks(
  checks: readonly Check[],
  {
    required = null,
    logs = {},
  }: { readonly required?: readonly string[] | null; readonly logs?: Readonly<Record<string, string>> } = {},
): Checks {
  return {
    of: async () => checks,
    required: async () => required,
    log: async (id) => logs[id] ?? "",
  }
}
