import { button, type Child, command, element, isWeb, webLink } from "../../../kit/client/dom.ts"
import type { RowAction } from "../../sources/row_line.ts"
import { rowPath, sendJson } from "./api.ts"
import { mayAct } from "./mode.ts"

/** What a person can do about a row, with what it will do and the command that does the same. */
export function actionPart(
  action: RowAction,
  {
    source,
    id,
    is_first,
  }: { readonly source: string; readonly id: string | null; readonly is_first: boolean },
): HTMLElement {
  return element(
    "div",
    { class: `action${is_first ? " first" : ""}` },
    control(action, source, id, is_first),
    element("p", { class: "effect" }, action.effect),
    action.command !== "" && command(action.command),
  )
}

function control(action: RowAction, source: string, id: string | null, is_first: boolean): Child {
  const kind = is_first ? "primary" : ""
  if (action.how === "open" && action.href !== undefined && isWeb(action.href))
    return webLink({ text: action.label, href: action.href }, { class: `button ${kind}`.trim() })
  if (action.how === "open" || action.how === "none" || id === null || !mayAct())
    return element(
      "div",
      { class: "label" },
      element("p", {}, action.label),
      action.href !== undefined && command(action.href),
    )
  const dom_id = `do-${source}-${id}-${action.name}`
  return button(action.label, () => askAndDo(action, source, id), { class: kind, id: dom_id })
}

/** Asks once more, with all that will happen, and does it. */
function askAndDo(action: RowAction, source: string, id: string): void {
  const opener = document.activeElement
  const said = element("p", { class: "problem", role: "alert" })
  const words = element("textarea", { id: "words", rows: "3", maxlength: "4000", required: "" })
  const go = element("button", { type: "submit", class: "primary" }, action.label)
  const form = element(
    "form",
    { method: "dialog" },
    element("h2", { id: "dialog-title" }, action.label),
    element("p", { class: "of" }, id),
    element("p", {}, action.effect),
    action.words !== undefined && element("label", { for: "words" }, action.words),
    action.words !== undefined && words,
    action.command !== "" && element("p", { class: "same" }, "On the command line:"),
    action.command !== "" && command(action.command),
    said,
    element(
      "p",
      { class: "buttons" },
      go,
      button("Not now", () => dialog.close(), { class: "quiet" }),
    ),
  )
  const dialog = element("dialog", { "aria-labelledby": "dialog-title" }, form)
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    go.disabled = true
    said.textContent = ""
    void perform(action, { source, id, words: action.words === undefined ? undefined : words.value }).then(
      (done) => {
        form.replaceChildren(
          element("h2", { id: "dialog-title" }, "Done"),
          element("p", { role: "status" }, done),
          element(
            "p",
            { class: "buttons" },
            button("Close", () => dialog.close(), { class: "primary", autofocus: "" }),
          ),
        )
        form.querySelector("button")?.focus()
      },
      (error: Error) => {
        go.disabled = false
        said.textContent = error.message
      },
    )
  })
  dialog.addEventListener("close", () => {
    dialog.remove()
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    else document.getElementById("main")?.focus()
  })
  document.body.append(dialog)
  dialog.showModal()
}

async function perform(
  { name, how, seen }: RowAction,
  { source, id, words }: { readonly source: string; readonly id: string; readonly words: string | undefined },
): Promise<string> {
  if (how === "start") {
    const { process } = await sendJson<{ process: { id: string } }>("POST", "/api/processes", {
      source,
      id,
      action: name,
    })
    return `Process ${process.id} has started. Its output is under Processes.`
  }
  const body = { action: name, seen, ...(words === undefined ? {} : { words }) }
  return (await sendJson<{ done: string }>("POST", rowPath(source, id, "/actions"), body)).done
}
