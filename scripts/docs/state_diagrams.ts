import { feedbackTable } from "../../packages/jobs/src/feedback/states.ts"
import { pipelineTable } from "../../packages/jobs/src/pipeline/states.ts"
import { type JobTable, transitionsOf } from "../../packages/jobs/src/table/table.ts"
import { runMachine } from "../../packages/runtime/src/machines/run.ts"

interface Target {
  readonly id: string
}

interface Transition {
  readonly eventType: string
  readonly target: readonly Target[] | undefined
  readonly guard?: unknown
}

/** The part of an XState node that a diagram is drawn from. */
interface Node extends Target {
  readonly key: string
  readonly type: string
  readonly states: Readonly<Record<string, Node>>
  readonly initial: { readonly target: readonly Target[] }
  readonly transitions: ReadonlyMap<string, readonly Transition[]>
  readonly always?: readonly Transition[]
  readonly invoke: readonly { readonly id: string; readonly src: unknown }[]
}

/** `docs/state-machines.md`: the run machine's two regions the self-correction loop and the pipeline, drawn from the machines and rules themselves. */
export function stateDiagrams(): string {
  const root = runMachine.root as unknown as Node
  const { loop, repair } = root.states
  if (loop === undefined || repair === undefined) throw new Error("the run machine has other regions")
  const anywhere = [...root.transitions].flatMap(([event, transitions]) =>
    transitions.map(
      (transition) =>
        `- \`${event}\`${transition.target ? `: to \`${transition.target.map(nameOf).join(", ")}\`` : ""}`,
    ),
  )
  return `# State machines

Generated from the machines by \`npm run docs\`. Labels are guards; \`… done\` is an actor that finished.

## The loop

![The states of the loop: a turn, the decision, the verification, and what leads to the end](images/loop-states.svg)

With what is inside each state:

${diagram(loop)}

In any state of it:

${anywhere.join("\n")}

## The repair model

It runs beside the loop. Every transition is a guard over the detector state, from any mode to any other.

${diagram(repair)}

## The self-correction loop

One row of [feedback](self-correction.md). In each state the first step that is due is taken, from the top. The row
alone says what is due, so a row goes on wherever a process was killed. It waits where nothing is due, or where a step waits.
Labels are the steps that lead there: any step may fail, and the other transitions a person makes.

${tableDiagram(feedbackTable)}

## The pipeline

One run of the [pipeline](pipeline.md), drawn and driven in the same way.

${tableDiagram(pipelineTable)}
`
}

function diagram(region: Node): string {
  const lines = [...drawInside(region, "  "), ...edgesOf(region)]
  return ["```mermaid", "stateDiagram-v2", ...lines, "```"].join("\n")
}

/** A job's table: in each state its steps, on each arrow what leads there. */
function tableDiagram(job: JobTable): string {
  const name = (state: string) => state.replaceAll("-", "_")
  const transitions = transitionsOf(job)
  const steps = Object.entries(job.steps)
  const states = job.states.map((state) => {
    const own = steps.filter(([, { from }]) => from[state] !== undefined).map(([step]) => step)
    const leaving = transitions.filter(({ from }) => from === state)
    const targets = job.states.filter((target) => leaving.some(({ to }) => to === target))
    const edges = targets.map((target) => {
      const leading = leaving.filter(({ to }) => to === target).map(({ by }) => LABELS[by] ?? by)
      return `  ${name(state)} --> ${name(target)}: ${[...new Set(leading)].join(", ")}`
    })
    const inside = own.length === 0 ? "" : ` (${own.join(", ")})`
    const end = leaving.length === 0 ? [`  ${name(state)} --> [*]`] : []
    return { head: `  state "${state}${inside}" as ${name(state)}`, edges: [...edges, ...end] }
  })
  const [first = ""] = job.states
  const heads = states.map(({ head }) => head)
  const lines = [...heads, `  [*] --> ${name(first)}`, ...states.flatMap(({ edges }) => edges)]
  return ["```mermaid", "stateDiagram-v2", ...lines, "```"].join("\n")
}

const LABELS: Readonly<Record<string, string>> = {
  fail: "any step",
  retry: "a person",
  give_up: "a person",
  cancel: "a person",
}

function drawInside(node: Node, indent: string): string[] {
  const [initial] = node.initial.target
  const start = initial === undefined ? [] : [`${indent}[*] --> ${nameOf(initial)}`]
  const inner = Object.values(node.states).flatMap((state) => {
    const name = nameOf(state)
    const label = state.key === name ? `${indent}state ${name}` : `${indent}state "${state.key}" as ${name}`
    if (Object.keys(state.states).length > 0)
      return [`${label} {`, ...drawInside(state, `${indent}  `), `${indent}}`]
    return [
      ...(state.key === name ? [] : [label]),
      ...(state.type === "final" ? [`${indent}${name} --> [*]`] : []),
    ]
  })
  return [...inner, ...start]
}

function edgesOf(node: Node): string[] {
  return Object.values(node.states).flatMap((state) => {
    const listed = [...state.transitions].flatMap(([, transitions]) => transitions)
    const own = [...listed, ...(state.always ?? [])].flatMap((transition) =>
      (transition.target ?? []).map((target) => {
        const label = labelOf(transition, state)
        return `  ${nameOf(state)} --> ${nameOf(target)}${label === "" ? "" : `: ${label}`}`
      }),
    )
    return [...new Set(own), ...edgesOf(state)]
  })
}

function labelOf({ eventType, guard }: Transition, state: Node): string {
  const source = state.invoke.find(({ id }) => eventType.endsWith(id))
  const done = eventType.startsWith("xstate.done.actor")
  const event = source === undefined ? eventType : `${sourceName(source.src)} ${done ? "done" : "failed"}`
  return [event, guardName(guard)].filter((part) => part !== "").join(", ")
}

function sourceName(source: unknown): string {
  return typeof source === "string" ? source : "actor"
}

function guardName(guard: unknown): string {
  if (typeof guard === "string") return guard
  if (typeof guard === "object" && guard !== null && "type" in guard) return String(guard.type)
  return ""
}

function nameOf({ id }: Target): string {
  return id.replace(/^run\.(?:loop|repair)\.?/u, "").replaceAll(".", "_") || id.replaceAll(".", "_")
}
