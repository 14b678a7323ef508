import type { StepContext } from "./step.ts"

/** The commit the forge has on the base branch now, brought into the repository. */
export async function fetchBase({ settings, signal }: StepContext): Promise<string> {
  return settings.forge.fetchBranch(settings.root, settings.base, signal)
}
