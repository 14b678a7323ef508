import { byId } from "./dom.ts"

const key = "proofloop-replay-theme"

type Theme = "system" | "light" | "dark"

const order: readonly Theme[] = ["system", "light", "dark"]

/** Sets the theme that was chosen last, before anything is drawn. */
export function restoreTheme(): void {
  apply(remembered())
}

export function startTheme(): void {
  const button = byId("theme", HTMLButtonElement)
  let theme = remembered()
  const show = (): void => {
    button.textContent = `Theme: ${theme}`
  }
  show()
  button.addEventListener("click", () => {
    theme = order[(order.indexOf(theme) + 1) % order.length] ?? "system"
    apply(theme)
    show()
    try {
      localStorage.setItem(key, theme)
    } catch {
      // A page from a file may have no storage: the choice lasts until it is closed.
    }
  })
}

function apply(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme
}

function remembered(): Theme {
  try {
    const stored = localStorage.getItem(key)
    return order.find((theme) => theme === stored) ?? "system"
  } catch {
    return "system"
  }
}
