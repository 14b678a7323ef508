import { byId, isTyping } from "../../../kit/client/dom.ts"
import { restoreTheme, startTheme } from "../../../kit/client/theme.ts"
import { takeToken } from "../../../kit/client/token.ts"
import { startRunDialog } from "./run_dialog.ts"
import { startRunTable } from "./run_table.ts"

document.documentElement.classList.add("js")
restoreTheme()
takeToken()
addEventListener("DOMContentLoaded", () => {
  startTheme()
  const dialog = startRunDialog({
    shown: () => table.shown(),
    closed: (index) => table.focus(index),
  })
  const table = startRunTable(dialog.open)
  startKeys()
  const asked = /^#run=(\d{1,9})$/.exec(location.hash)?.[1]
  if (asked !== undefined) dialog.open(Number(asked))
})

function startKeys(): void {
  const keys = byId("keys-dialog", HTMLDialogElement)
  const find = byId("find", HTMLInputElement)
  byId("show-keys", HTMLButtonElement).addEventListener("click", () => keys.showModal())
  byId("close-keys", HTMLButtonElement).addEventListener("click", () => keys.close())
  addEventListener("keydown", (event) => {
    if (isTyping(event)) return
    if (event.key === "?") {
      event.preventDefault()
      if (!keys.open) keys.showModal()
    } else if (event.key === "/" && document.querySelector("dialog[open]") === null) {
      event.preventDefault()
      find.focus()
      find.select()
    }
  })
}
