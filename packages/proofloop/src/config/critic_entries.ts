import type { JsonObject } from "@proofloop/foundation/text"
import type { CriticSelection } from "@proofloop/stdlib/internal/check"
import { Misuse } from "../console/misuse.ts"
import type { Config, CriticEntry, CriticLevel } from "./config.ts"

type Switches = NonNullable<CriticSelection["critics"]>

/** The critics that the configuration turns on or off, with their options, as a selection of critics takes them. */
export function criticSwitches({ critics }: Config): Switches {
  return Object.fromEntries(
    Object.entries(critics).map(([id, entry]) => {
      const { level, options } = partsOf(entry)
      return [id, level === false || level === "off" ? false : (options ?? true)]
    }),
  )
}

/** The severities that the configuration sets, by the id it names. */
export function criticSeverities({ critics }: Config): ReadonlyArray<readonly [string, "warning" | "error"]> {
  return Object.entries(critics).flatMap(([id, entry]) => {
    const { level } = partsOf(entry)
    return level === "warning" || level === "error" ? [[id, level] as const] : []
  })
}

/** The critics of plugins, for a selection. */
export async function pluginCritics({ plugins }: Config): Promise<NonNullable<CriticSelection["custom"]>> {
  const critics = plugins.flatMap((plugin) => plugin.critics ?? [])
  if (critics.length === 0) return []
  const { placedCritic } = await import("./plugin_critic.ts")
  return critics.map(placedCritic)
}

/** Repeats an error about the configuration's critics or preset with the name of its file. */
export function inConfig<Result>(config: Config, select: () => Result): Result {
  try {
    return select()
  } catch (error) {
    if (config.file === null || !(error instanceof Error)) throw error
    if (/^(?:critics|preset): /.test(error.message)) throw new Misuse(`${config.file}: ${error.message}`)
    if (isOfEntry(config, error.message)) throw new Misuse(`${config.file}: critics.${error.message}`)
    throw error
  }
}

/** Whether an error is about an option that the configuration gives to a critic: "G13.shrink_flor: ...". */
function isOfEntry({ critics }: Config, message: string): boolean {
  return Object.entries(critics).some(([id, entry]) =>
    Object.keys(partsOf(entry).options ?? {}).some((option) =>
      message.toLowerCase().startsWith(`${id}.${option}`.toLowerCase()),
    ),
  )
}

function partsOf(entry: CriticEntry): {
  readonly level: CriticLevel
  readonly options: JsonObject | undefined
} {
  if (typeof entry === "boolean" || typeof entry === "string") return { level: entry, options: undefined }
  const [level, options] = entry
  return { level, options: options as JsonObject }
}
