import { relative } from "node:path"
import { cutCodePoints, oneLine, plural, redactSecrets } from "@proofloop/foundation/text"
import { type AgentRun, describeProof, type RunResult } from "@proofloop/runtime"
import { canGoOn } from "@proofloop/runtime/internal/journal"
import type { Input } from "../arguments/verb.ts"
import { exitCodeOf } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { createStyle, type Style } from "../terminal/style.ts"
import { table } from "../terminal/table.ts"
import { shellWord, grouped } from "../terminal/text.ts"
import { shortSignature } from "../timeline/evidence_rows.ts"
import { createLiveView } from "../timeline/live_view.ts"
import { changesSince, withoutPaths, type Changes, renderChanges } from "./changes.ts"
import type { Job } from "./job.ts"
import { unaskedMachine, unnamedVariable } from "./model_settings.ts"

/** Starts a job's run, shows it as it goes, and reports how it ended; resolves to the exit code. */
export async function perform(
  job: Job,
  start: (signal: AbortSignal) => AgentRun | Promise<AgentRun>,
  { heading, journal }: { readonly heading: string; readonly journal: string | null },
  { input, io }: { readonly input: Input; readonly io: Io },
): Promise<number> {
  const out = input.json ? io.stderr : io.stdout
  const style = createStyle(out, io.env)
  const stop = new AbortController()
  const unlisten = io.onStop(() => {
    io.stderr.write("\nproofloop: stopping; again to stop at once\n")
    stop.abort()
  })
  try {
    const run = await start(stop.signal)
    if (!input.flag("quiet")) {
      out.write(`${style.bold(heading)} in ${job.root}\n`)
      out.write(
        style.dim(`${redactSecrets(`${job.model} at ${job.base_url}, verified by: ${job.verify}`)}\n\n`),
      )
      const show = createLiveView(out, style, io.env)
      for await (const event of run.events) show(event)
    }
    const result = await run.result
    const own = [job.trace, journal].map((file) => (file === null ? "" : relative(job.root, file)))
    const changes = withoutPaths(await changesSince(job.root, job.before), own)
    const { transcript: _transcript, journal: head, ...rest } = result
    if (input.json) {
      io.stdout.write(
        `${JSON.stringify({ ...rest, changes, trace: job.trace, journal, journal_head: head })}\n`,
      )
    }
    if (!input.json || !input.flag("quiet")) out.write(report(result, changes, style))
    if (job.trace !== null) out.write(`\n  npx proofloop explain ${shellWord(job.trace)}\n`)
    if (journal !== null && canGoOn(result)) {
      out.write(`\n  npx proofloop resume ${shellWord(journal)}${saidAgain(job, io.env)}\n`)
    }
    return exitCodeOf(result)
  } finally {
    unlisten()
  }
}

/** The flags with what a journal may not choose. */
function saidAgain(job: Job, env: Io["env"]): string {
  const machine = unaskedMachine(job, env) === null ? "" : ` --base-url ${shellWord(job.base_url)}`
  const variable = unnamedVariable(job)
  return variable === null ? machine : `${machine} --api-key-env ${shellWord(variable)}`
}

function report(result: RunResult, changes: Changes | null, style: Style): string {
  const { status, stop_reason, stop_detail, error, verified, text } = result
  const width = style.width - 20
  const rows: (readonly [string, string])[] = [
    ["status", status],
    ["stop_reason", stop_detail === undefined ? stop_reason : `${stop_reason}: ${oneLine(stop_detail)}`],
    ...(error === undefined ? [] : [["error", oneLine(error.message)] as const]),
    ["verified", verified ? style.green("true") : style.red("false")],
    ["proof", result.proof === null ? "none" : oneLine(describeProof(result.proof))],
    ...remarkLines(result, width).map((line, at): [string, string] => [at === 0 ? "remarks" : "", line]),
    ...failureLines(result, width).map((line, at): [string, string] => [
      at === 0 ? "current_failure" : "",
      line,
    ]),
    ["usage", usageText(result)],
    ...(result.journal === undefined
      ? []
      : [
          [
            "journal",
            `${plural(result.journal.records, "record")}, head ${result.journal.head_sha256}`,
          ] as const,
        ]),
    ...renderChanges(changes).map((line, at): [string, string] => [at === 0 ? "changed" : "", line]),
    ...(text.trim() === "" ? [] : [["last words", cutCodePoints(oneLine(text), width)] as const]),
  ]
  return `\n${table(
    rows.map(([name, value]) => [style.dim(name), value]),
    style.width,
  )}`
}

function remarkLines({ proof }: RunResult, width: number): readonly string[] {
  return (proof?.remarks ?? []).map(({ status, source, path, line, message }) => {
    const place = path === undefined ? "" : ` ${path}${line === undefined ? "" : `:${line}`}`
    const said = status === "told" ? "" : `${status}: `
    return cutCodePoints(oneLine(`${source}${place}: ${said}${message}`), width)
  })
}

function failureLines({ current_failure }: RunResult, width: number): readonly string[] {
  if (current_failure === undefined) return ["none"]
  const { kind, check_id, signature, same_diagnostic_streak, snippet, others } = current_failure
  const more = others.length === 0 ? "" : `, ${plural(others.length, "other check")} failing as well`
  return [
    `${check_id} (${kind}, ${shortSignature(signature)}, streak ${same_diagnostic_streak})${more}`,
    ...snippet.split("\n").map((line) => cutCodePoints(oneLine(line), width)),
  ]
}

function usageText({ usage }: RunResult): string {
  const { iterations, model_calls, input_tokens, output_tokens, cost_usd, duration_ms } = usage
  return [
    plural(iterations, "turn"),
    plural(model_calls, "model call"),
    `${grouped(input_tokens)} + ${grouped(output_tokens)} tokens`,
    ...(cost_usd > 0 ? [`$${cost_usd.toFixed(4)}`] : []),
    `${(duration_ms / 1000).toFixed(1)} s`,
  ].join(", ")
}
