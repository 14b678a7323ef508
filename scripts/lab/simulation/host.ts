import type { AgentLoopOptions, VerifyFunction } from "@proofloop/runtime"
import type { LoopControlAnswer, TerminalAnswer, PostTurnAnswer } from "@proofloop/runtime/internal"
import { conversationHash } from "./agent.ts"
import { simulatedJudge, simulatedModel } from "./model.ts"
import type { Random } from "./random.ts"
import { chanceOf, delayOf, faultOf, perform, type Surroundings } from "./surroundings.ts"
import { simulatedTools } from "./tools.ts"
import { failureText, wrongFiles } from "./world.ts"

/** What a verifier does wrong, or says against the work. */
export const VERIFIER_FAULTS = [
  "verifier_vetoes",
  "verifier_unable",
  "verifier_undefined",
  "verifier_throws",
  "verifier_weak_pass",
  "verifier_slow",
] as const

/** The options of the loop under test: the plan's plain ones, and everything that is a function. */
export function hostOptions(around: Surroundings, folder: string): AgentLoopOptions {
  const { plan, process } = around
  const { hosts, options } = plan
  const stall = options.stall_diagnostics
  return {
    ...options,
    model: simulatedModel(around),
    tools: simulatedTools(around, folder),
    ...(plan.clock === "host" ? { clock: process.clock } : {}),
    ...(hosts.verify_completion === null ? {} : { verify_completion: verifier(around) }),
    ...(hosts.verify_completion_judge
      ? {
          verify_completion_judge: {
            model: simulatedJudge(around, "completion"),
            max_invocations: judgeCap(plan.seed),
          },
        }
      : {}),
    ...(hosts.done_judge === null
      ? {}
      : {
          done_judge: {
            model: simulatedJudge(around, "done"),
            cadence: { when: hosts.done_judge, max_invocations: judgeCap(plan.seed) },
          },
        }),
    ...(hosts.post_turn_callback
      ? { post_turn_callback: ({ iteration }) => ask(around, "post_turn_callback", iteration, postTurn) }
      : {}),
    ...(hosts.loop_control
      ? { loop_control: ({ iteration }) => ask(around, "loop_control", iteration, control) }
      : {}),
    ...(hosts.terminal_callback
      ? { terminal_callback: ({ iteration }) => ask(around, "terminal_callback", iteration, terminal) }
      : {}),
    ...(hosts.signals && typeof stall === "object" && stall !== null
      ? {
          stall_diagnostics: {
            ...stall,
            progress_signal: ({ iteration }) =>
              ask(around, "progress_signal", iteration, (random) => random.int(0, 9)),
            remediation_delivered: ({ iteration }) =>
              ask(around, "remediation_delivered", iteration, (random) => random.chance(0.3)),
            action_signal: ({ iteration }) =>
              ask(around, "action_signal", iteration, (random) => random.chance(0.5)),
          },
        }
      : {}),
  }
}

/** The most a judge of this plan may be asked. */
export function judgeCap(seed: number): number {
  return seed % 4
}

function verifier(
  around: Surroundings,
): NonNullable<Exclude<AgentLoopOptions["verify_completion"], { command: unknown }>> {
  const verify: VerifyFunction = (payload, { signal }) => {
    const identity = `${payload.stop_reason} ${conversationHash(payload.transcript)}`
    const random = chanceOf(around, "verifier", identity)
    const fault = faultOf(around, random, VERIFIER_FAULTS)
    const delay_ms = fault === "verifier_slow" ? random.int(1000, 20_000) : delayOf(random)
    const asked = { kind: "verifier", name: "verify_completion", identity, delay_ms, signal } as const
    return perform(around, asked, (effect) => {
      const { world } = around
      const wrong = [...wrongFiles(world, "unit"), ...wrongFiles(world, "lint")]
      effect.facts["passed"] = wrong.length === 0 && (fault === null || fault === "verifier_slow")
      if (fault === "verifier_vetoes") return random.chance(0.5) ? "not good enough" : false
      if (fault === "verifier_unable") return { status: "unable", reason: "no network" }
      if (fault === "verifier_undefined") return undefined as never
      if (fault === "verifier_throws") throw new Error("the verifier broke")
      if (fault === "verifier_weak_pass") return { status: "pass", tests_run: 0 }
      if (wrong.length === 0)
        return random.chance(0.5) ? true : { status: "pass", check_id: "all", tests_run: 6 }
      const evidence = `${failureText(world, "unit", random)}\n${failureText(world, "lint", random)}`
      return random.chance(0.5) ? evidence : { status: "fail", check_id: "all", evidence, tests_run: 6 }
    })
  }
  return around.plan.hosts.verify_completion === "judge"
    ? Object.assign(verify, { source: "judge" as const })
    : verify
}

function ask<T>(
  around: Surroundings,
  name: string,
  iteration: number,
  answer: (random: Random) => T,
): Promise<T> {
  const random = chanceOf(around, name, String(iteration))
  const fault = faultOf(around, random, ["callback_throws", "callback_garbage"])
  const asked = {
    kind: "callback",
    name,
    identity: `${name} ${iteration}`,
    delay_ms: delayOf(random),
  } as const
  return perform(around, asked, () => {
    if (fault === "callback_throws") throw new Error(`${name} broke`)
    if (fault === "callback_garbage") return random.pick<unknown>(["what?", -1, { action: "fly" }, []]) as T
    return answer(random)
  })
}

function postTurn(random: Random): PostTurnAnswer {
  return random.weighted<PostTurnAnswer>([
    [8, null],
    [1, "Mind the linter."],
    [1, true],
    [1, { stop: true, needs_verify: true, stop_reason: "enough" }],
  ])
}

function terminal(random: Random): TerminalAnswer {
  return random.weighted<TerminalAnswer>([
    [2, null],
    [1, { extend_by: 1 }],
    [1, { extend_by: 2, message: "Look elsewhere." }],
  ])
}

function control(random: Random): LoopControlAnswer {
  return random.weighted<LoopControlAnswer>([
    [5, null],
    [2, { action: "none" }],
    [2, { action: "extend", by: random.int(1, 3) }],
    [1, { action: "stop", reason: "enough" }],
  ])
}
