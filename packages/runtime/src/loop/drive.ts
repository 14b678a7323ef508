import { createDeadline } from "@proofloop/foundation/process"
import { createActor } from "xstate"
import { endError } from "../machines/ending_steps.ts"
import { filledMachine, iterationOf } from "../machines/filled_machine.ts"
import { repairMode } from "../machines/repair_mode.ts"
import type { RunState } from "../machines/run_state.ts"
import type { RunSettings } from "../machines/settings.ts"
import type { RunEvent } from "../machines/setup.ts"
import type { EventBody, LoopEvent } from "../protocol/event.ts"
import type { RunControl } from "./control.ts"
import { createEffects, type RunPorts } from "./effects.ts"
import type { AgentLoopOptions } from "./options.ts"

export type At = Pick<LoopEvent, "iteration" | "repair_mode">
export type Publish = (body: EventBody, at: At, origin: "run" | "outside") => void

interface Drive {
  readonly flag_error: string | undefined
  readonly publish: Publish
  readonly control: RunControl
  /** Called before the first step with two functions: where the run stands, and what to do when it is live. */
  readonly onStart: (position: () => At, goLive: () => void) => void
  /** How long the run took before, in milliseconds; null for a new one, which is live at once. */
  readonly replayed_ms: number | null
  readonly ports: Omit<RunPorts, "send" | "publish">
}

/** Runs the machine to its end; settles with the last state. Rejects only when a defect cannot be reported as the end. */
export function drive(
  first: RunState,
  settings: RunSettings,
  { flag_error, publish, control, onStart, replayed_ms, ports }: Drive,
): Promise<RunState> {
  return new Promise((resolve, reject) => {
    let finish = (): void => undefined
    // What was in flight when the run ended still reports, without a listener.
    const send = (event: RunEvent): void => {
      if (actor.getSnapshot().status === "active") actor.send(event)
    }
    const effects = createEffects({
      ...ports,
      send,
      // An error of a host function is recorded with its answer, so a replay tells it again.
      publish: (body) => {
        if (actor.getSnapshot().status === "active") publish(body, position(), "run")
      },
    })
    const input = { run: first, settings, effects, onFinish: () => finish() }
    const actor = createActor(filledMachine, { input })
    const position = (): At => {
      const { run } = actor.getSnapshot().context
      return { iteration: iterationOf(run), repair_mode: repairMode(run) }
    }
    const publishNow = (body: EventBody): void => publish(body, position(), "outside")
    let deadline: ReturnType<typeof startDeadline>
    const goLive = (): void => {
      deadline = startDeadline(settings, ports.options, replayed_ms ?? 0, () => send({ type: "deadline" }))
      control.goLive()
    }
    finish = () => {
      finish = () => undefined
      deadline?.release()
      // The action runs before the snapshot is taken over, so the state is read a tick later.
      queueMicrotask(() => {
        const { run } = actor.getSnapshot().context
        actor.stop()
        resolve(run)
      })
    }
    actor.on("published", ({ body, iteration, repair_mode }) => {
      // A suspend is not repeated when the run is resumed.
      publish(body, { iteration, repair_mode }, body.type === "suspend_requested" ? "outside" : "run")
    })
    actor.subscribe({
      error: (error) => {
        deadline?.release()
        try {
          resolve(endError(actor.getSnapshot().context.run, { thrown: error }, settings, publishNow))
        } catch (thrown) {
          // What is thrown here would reach only the host's process.
          reject(thrown)
        }
      },
    })
    onStart(position, goLive)
    if (replayed_ms === null) goLive()
    actor.start()
    if (flag_error !== undefined) {
      publishNow({ type: "host_callback_error", callback: "repair_aware", message: flag_error })
    }
    control.attach(send)
  })
}

/** The wall clock also interrupts what is in flight, in real time; a host's own clock is read at turn borders only. */
function startDeadline(
  settings: RunSettings,
  options: AgentLoopOptions,
  spent_ms: number,
  expire: () => void,
): ReturnType<typeof createDeadline> | undefined {
  if (settings.wall_clock_ms === null || options.clock !== undefined) return undefined
  // Never at once: the run is about to start.
  const deadline = createDeadline({ time_ms: Math.max(1, settings.wall_clock_ms - spent_ms) })
  deadline.signal.addEventListener("abort", expire, { once: true })
  return deadline
}
