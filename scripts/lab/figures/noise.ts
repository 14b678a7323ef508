import type { Noise } from "./figure.ts"

/** What is counted does not vary. */
export const EXACT: Noise = { part: 0, least: 0 }

/** Code grows with what it does: only a jump is told. */
export const GROWTH: Noise = { part: 0.03, least: 0 }

/** A package more or less is told, a line of JavaScript is not. */
export const SIZE: Noise = { part: 0.02, least: 2_000 }

/** Of two things that ran beside each other. */
export const RATIO: Noise = { part: 0.3, least: 0.05 }

/** Of work in one process. */
export const SPEED: Noise = { part: 0.4, least: 0 }

/** CPU time of a process, in milliseconds. */
export const CPU: Noise = { part: 0.25, least: 10 }

/** Wall time of a process, in milliseconds, which depends on what else runs. */
export const WALL: Noise = { part: 0.5, least: 30 }

/** Wall time of a command, in seconds. */
export const DURATION: Noise = { part: 0.3, least: 3 }
