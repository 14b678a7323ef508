import type { Answer, Ask } from "./messages.ts"

/** The worker and the example as texts: nothing is loaded once the page is there. */
declare const WORKER_SCRIPT: string
declare const EXAMPLE: string
/** What the reader knows: wire names and titles. */
declare const FORMATS: readonly { readonly format: string; readonly title: string }[]

/** Larger files are for the command line, which holds no report in memory. */
const LARGEST = 128 * 1024 * 1024

type Theme = Ask["theme"]

const drop = byId("drop", HTMLElement)
const choose = byId("files", HTMLInputElement)
const format = byId("format", HTMLSelectElement)
const pasted = byId("pasted", HTMLTextAreaElement)
const status = byId("status", HTMLElement)
const cancel = byId("cancel", HTMLButtonElement)
const view = byId("view", HTMLElement)
const save = byId("save", HTMLAnchorElement)
const note = byId("note", HTMLElement)
const bar = byId("bar", HTMLProgressElement)

const workerAddress = URL.createObjectURL(new Blob([WORKER_SCRIPT], { type: "text/javascript" }))
let worker: Worker | undefined
let report_address = ""

const theme = siteTheme()
document.documentElement.dataset["theme"] = theme
format.append(...FORMATS.map(({ format: name, title }) => new Option(title, name)))

choose.addEventListener("change", () => {
  start([...(choose.files ?? [])])
  choose.value = ""
})
byId("example", HTMLButtonElement).addEventListener("click", () =>
  start([new File([EXAMPLE], "example.jsonl")], "plain"),
)
byId("again", HTMLButtonElement).addEventListener("click", reset)
cancel.addEventListener("click", () => {
  stop()
  say("Stopped.")
})
byId("read", HTMLButtonElement).addEventListener("click", () => readPasted())
addEventListener("paste", (event) => {
  const files = [...(event.clipboardData?.files ?? [])]
  if (files.length > 0) {
    event.preventDefault()
    start(files)
  } else if (event.target === pasted) setTimeout(readPasted)
})
for (const name of ["dragenter", "dragover"])
  addEventListener(name, (event) => {
    event.preventDefault()
    drop.classList.add("over")
  })
for (const name of ["dragleave", "drop"]) addEventListener(name, () => drop.classList.remove("over"))
addEventListener("drop", (event) => {
  event.preventDefault()
  start([...(event.dataTransfer?.files ?? [])])
})

function readPasted(): void {
  if (pasted.value.trim() !== "") start([new File([pasted.value], "pasted")])
}

function start(files: readonly File[], name = format.value): void {
  if (files.length === 0) return
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (size > LARGEST) {
    say(
      `${megabytes(size)} MB is more than this page reads (${megabytes(LARGEST)} MB). The command line reads files of any size: npx proofloop replay FILE --html report.html`,
    )
    return
  }
  stop()
  say("Reading ...")
  bar.hidden = false
  bar.removeAttribute("value")
  cancel.hidden = false
  worker = new Worker(workerAddress)
  worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => answered(data, size))
  worker.addEventListener("error", (event) => {
    event.preventDefault()
    stop()
    say(`This could not be read: ${event.message}`)
  })
  const ask: Ask = { files, format: name === "" ? undefined : name, theme }
  worker.postMessage(ask)
}

function answered(answer: Answer, size: number): void {
  if (answer.type === "progress") {
    bar.value = size === 0 ? 1 : answer.bytes / size
    say(`Reading ... ${megabytes(answer.bytes)} of ${megabytes(size)} MB, ${answer.runs} runs`)
    return
  }
  stop()
  if (answer.type === "refusal") {
    say(answer.reason)
    return
  }
  say("")
  show(answer)
}

/** Shows the report in a frame of its own origin, which can neither load nor reach anything. */
function show({
  report,
  runs,
  left_out,
  skipped,
  reasons,
}: Extract<Answer, { readonly type: "report" }>): void {
  URL.revokeObjectURL(report_address)
  report_address = URL.createObjectURL(report)
  const frame = document.createElement("iframe")
  frame.title = "The replayed session"
  frame.setAttribute("sandbox", "allow-scripts")
  frame.src = report_address + (runs === 1 ? "#run=0" : "")
  view.replaceChildren(frame)
  save.href = report_address
  note.textContent = [
    left_out === 0 ? "" : `${left_out} runs are left out: the report is full.`,
    skipped === 0 ? "" : `${skipped} pieces could not be read: ${reasons.slice(0, 3).join("; ")}`,
  ]
    .join(" ")
    .trim()
  document.body.classList.add("shown")
  frame.focus()
}

function reset(): void {
  stop()
  say("")
  document.body.classList.remove("shown")
  view.replaceChildren()
  pasted.value = ""
  choose.focus()
}

function stop(): void {
  worker?.terminate()
  worker = undefined
  cancel.hidden = true
  bar.hidden = true
}

function say(text: string): void {
  status.textContent = text
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0)
}

/** The theme chosen in the docs. */
function siteTheme(): Theme {
  try {
    const stored = localStorage.getItem("vitepress-theme-appearance")
    return stored === "dark" || stored === "light" ? stored : "system"
  } catch {
    return "system"
  }
}

function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`#${id} is missing`)
}
