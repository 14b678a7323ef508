import { byId } from "./dom.ts"

const KEY = "proofloop-theme"

type Theme = "system" | "light" | "dark"

const ORDER: readonly Theme[] = ["system", "light", "dark"]

/** The surrounding page's theme; the reader's choice wins. */
const ASKED = themeOf(document.documentElement.dataset["theme"])

/** Sets the last chosen theme, before anything is drawn. */
export function restoreTheme(): void {
  apply(remembered())
}

/** The button goes round the themes. */
export function startTheme(): void {
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
