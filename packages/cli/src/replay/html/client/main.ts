import { byId, isTyping } from "./dom.ts"
import { startRunDialog } from "./run_dialog.ts"
import { startRunTable } from "./run_table.ts"

const KEY = "proofloop-replay-theme"

type Theme = "system" | "light" | "dark"

const ORDER: readonly Theme[] = ["system", "light", "dark"]

/** The surrounding page's theme; the reader's choice wins. */
const ASKED = themeOf(document.documentElement.dataset["theme"])

document.documentElement.classList.add("js")
restoreTheme()
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

/** Sets the last chosen theme, before anything is drawn. */
function restoreTheme(): void {
  apply(remembered())
}

function startTheme(): void {
  const button = byId("theme", HTMLButtonElement)
  let theme = remembered()
  const show = (): void => {
    button.textContent = `Theme: ${theme}`
  }
  show()
  button.addEventListener("click", () => {
    theme = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? "system"
    apply(theme)
    show()
    try {
      localStorage.setItem(KEY, theme)
    } catch {
      // A page from a file may have no storage; then the choice lasts until it is closed.
    }
  })
}

function apply(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme
}

function remembered(): Theme {
  try {
    return themeOf(localStorage.getItem(KEY)) ?? ASKED ?? "system"
  } catch {
    return ASKED ?? "system"
  }
}

function themeOf(name: string | null | undefined): Theme | undefined {
  return ORDER.find((theme) => theme === name)
}
