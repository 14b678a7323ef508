import * as z from "zod"
import { type Critic, defineCritic } from "./critic.ts"
import type { CriticVerdict, Violation } from "./verdict.ts"

/** A critic with a given answer, for tests of what runs critics. */
export function criticWith(
  details: Partial<Omit<Critic, "input" | "check">> & {
    readonly id: string
    readonly check?: () => CriticVerdict | Promise<CriticVerdict>
  },
): Critic {
  return defineCritic({
    title: "Test critic",
    description: "Answers what the test says",
    scope: "file",
    default_in: { gate: true, check: true },
    input: z.object({ level: z.int({ error: "a whole number" }).default(1) }),
    event: { type: `critic_${details.id}.fail`, fields: () => ({}) },
    check_name: "Test check",
    advice: "Do better.",
    ...details,
    check: details.check ?? (() => ({ status: "pass" })),
  })
}

const VIOLATION: Violation = {
  path: "a.txt",
  rule: "test",
  message: "this is wrong",
  evidence: "x",
}

export const FAILED: CriticVerdict = { status: "fail", violations: [VIOLATION] }
