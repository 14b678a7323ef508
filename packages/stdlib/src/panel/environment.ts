import { truthOf } from "../critics/switches.ts"
import type { PanelMode } from "./panel.ts"

/** The environment's settings for the phases that ask a model. undefined: not set. */
export interface PhaseSwitches {
  /** Whether the panel is off, advises or blocks; undefined: not set, or no known word. */
  readonly panel_mode: PanelMode | undefined
  /** Ids of the panel's personas; undefined: not set. */
  readonly personas: readonly string[] | undefined
  /** Whether the devil's advocate reviews the run. False when not set. */
  readonly devil: boolean
  /** Whether the Q&A phase runs. False when not set. */
  readonly qa: boolean
  /** Whether revised patches of the Q&A phase are applied. False when not set. */
  readonly qa_apply: boolean
}

/** Reads CRITIC_PANEL_MODE, _PERSONAS and _DEVIL, CRITIC_QA_ENABLED and _APPLY; each with PROOFLOOP_ before it wins. */
export function phaseSwitches(env: Readonly<Record<string, string | undefined>>): PhaseSwitches {
  const read = (name: string) => env[`PROOFLOOP_${name}`] ?? env[name]
  const mode = read("CRITIC_PANEL_MODE")?.trim().toLowerCase()
  const personas = read("CRITIC_PANEL_PERSONAS")
    ?.split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "")
  return {
    panel_mode: mode === "off" || mode === "advisory" || mode === "blocking" ? mode : undefined,
    personas: personas === undefined || personas.length === 0 ? undefined : personas,
    devil: truthOf(read("CRITIC_PANEL_DEVIL")) === true,
    qa: truthOf(read("CRITIC_QA_ENABLED")) === true,
    qa_apply: truthOf(read("CRITIC_QA_APPLY")) === true,
  }
}
