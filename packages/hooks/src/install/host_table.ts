import type { JsonObject } from "@proofloop/foundation/text"
import type { HookFlags } from "../entry/flags.ts"
import type { HostName } from "../events/host_event.ts"
import type { EntryPlace } from "./launcher.ts"

/** Whose settings: the person's on this machine, or those of one project. */
export const SCOPES = ["user", "project"] as const
export type Scope = (typeof SCOPES)[number]

/** Where this machine keeps things. */
export interface Machine {
  /** The person's home folder. */
  readonly home: string
  /** The folder of the project, if there is one. */
  readonly project: string
  /** The environment that hosts' folders are read from. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** What the installed command is to do. */
export interface HookPlan {
  /** The flags of the installed command, in order. */
  readonly words: readonly string[]
  /** Whether calls are to be refused, which the host must ask before each. */
  readonly refuse_repeats: boolean
  /** Longest time of the check that the hook runs itself; null where it runs none. */
  readonly verify_seconds: number | null
  /** Where the command finds the program. */
  readonly place: EntryPlace
  /** The version of the host; null: unknown, and taken for a new one. */
  readonly version: string | null
  /** Whether the host starts a process for an event, or calls a tool of a server. */
  readonly via: HookFlags["via"]
}

/** One of our hooks in a host's settings. */
export interface HookEntry {
  readonly event: string
  /** The member of the event's list. */
  readonly value: JsonObject
}

/** Settings in JSON: lists of hooks by event, below `hooks`. */
export interface JsonSettings {
  readonly format: "json"
  /** Whether the host accepts neither comments nor trailing commas. */
  readonly is_strict: boolean
  /** Members that the file needs beside `hooks`. */
  readonly root: JsonObject
  entries(plan: HookPlan): readonly HookEntry[]
}

/** Settings by a module that the host loads: the file is ours alone. */
export interface ModuleSettings {
  readonly format: "module"
  text(plan: HookPlan): string
}

/** A file of settings that may switch hooks off. */
export interface SwitchFile {
  readonly path: string
  readonly format: "json" | "toml"
  /** Fields, by their path, with the value that switches hooks off. */
  readonly off: readonly { readonly field: readonly string[]; readonly value: boolean }[]
}

/** A folder with sessions. */
export interface SessionPlace {
  readonly folder: string
  /** How many folders deep they may lie in it. */
  readonly depth: number
}

/** Everything that install, uninstall and status know of one host. */
export interface HostTable {
  readonly host: HostName
  /** As its makers write it. */
  readonly title: string
  /** The command that starts it; null for a host without one. */
  readonly program: string | null
  /** The oldest version that is known to tell hooks what they need; null: only its documentation is known. */
  readonly least: string | null
  /** The folder that exists once the host was used. */
  folder(machine: Machine): string
  settings(scope: Scope, machine: Machine): string
  readonly kind: JsonSettings | ModuleSettings
  /** A person's next action after install, if any. */
  readonly next_step: string
  /** Why installed hooks may not run, told when a session left no heartbeat. */
  readonly silent_reason: string
  /** Where it keeps its sessions. */
  sessions(machine: Machine): readonly SessionPlace[]
  /** The names of files with sessions. */
  readonly session_names: RegExp
  switches(machine: Machine): readonly SwitchFile[]
}
