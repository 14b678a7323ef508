import { visibleText } from "@proofloop/foundation/text"

type Child = Node | string | false | undefined

/** A new element. Strings become text, never markup, and are shown as they are. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, visibleText(value))
  for (const child of children) {
    if (child === undefined || child === false) continue
    made.append(typeof child === "string" ? visibleText(child) : child)
  }
  return made
}

export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`#${id} is missing`)
}

const SVG = "http://www.w3.org/2000/svg"

export function icon(name: string): SVGElement {
  const made = document.createElementNS(SVG, "svg")
  made.setAttribute("class", `icon ${name}`)
  made.setAttribute("aria-hidden", "true")
  const use = document.createElementNS(SVG, "use")
  use.setAttribute("href", `#icon-${name}`)
  made.append(use)
  return made
}

/** Whether a key was meant for what is being typed, or for the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true
  const { target } = event
  return (
    target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== "checkbox")
  )
}
