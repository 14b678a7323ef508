import { visibleText } from "@proofloop/foundation/text"
import type { Link, Tone } from "../tone.ts"

export type Child = Node | string | false | null | undefined

/** A new element. Strings become text, never markup, and invisible characters are shown. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, visibleText(value))
  for (const child of children) {
    if (child === undefined || child === false || child === null) continue
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

/** A sign of the page's sheet; it says nothing to a screen reader. */
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

export function button(
  label: string,
  press: () => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, label)
  made.addEventListener("click", press)
  return made
}

/** A word in the colour of its meaning; the word alone says what it means. */
export function pill(text: string, tone: Tone): HTMLElement {
  return element("span", { class: `pill ${tone}`.trim() }, text)
}

/** A link to the web in a new tab; anything else, such as a file, is text. */
export function webLink(
  { text, href }: Link,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement {
  if (!isWeb(href)) return element("span", { title: href }, text)
  return element("a", { href, target: "_blank", rel: "noreferrer noopener", ...attributes }, text)
}

export function isWeb(href: string): boolean {
  return /^https?:\/\//.test(href)
}

/** Shows how long ago it was, and when exactly. */
export function time(iso: string): HTMLTimeElement {
  return element("time", { datetime: iso, title: iso }, ago(iso))
}

/** "3h ago". */
function ago(iso: string): string {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(iso)) / 1000))
  if (!Number.isFinite(seconds)) return iso
  if (seconds < 60) return "just now"
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}m ago`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)}h ago`
  return `${Math.floor(minutes / 1440)}d ago`
}

/** Brings all shown times up to date. */
export function refreshTimes(): void {
  for (const one of document.querySelectorAll("time")) {
    const text = ago(one.dateTime)
    if (one.textContent !== text) one.textContent = text
  }
}

export function command(text: string): HTMLElement {
  const copy = button(
    "Copy",
    () => {
      void navigator.clipboard.writeText(text).then(
        () => flash("Copied"),
        () => flash("Select it"),
      )
    },
    { class: "quiet", "aria-label": `Copy the command ${text}` },
  )
  const flash = (word: string): void => {
    copy.textContent = word
    setTimeout(() => (copy.textContent = "Copy"), 1500)
  }
  return element("p", { class: "command" }, element("code", {}, ...wordsOf(text)), copy)
}

/** Short words of a command are not broken at their hyphens. */
function wordsOf(text: string): readonly (HTMLElement | string)[] {
  return text
    .split(" ")
    .flatMap((word, at) => [
      ...(at === 0 ? [] : [" "]),
      word.length > MOST_UNBROKEN ? word : element("span", { class: "word" }, word),
    ])
}

const MOST_UNBROKEN = 24

export function printed(text: string, label: string): HTMLElement {
  return element("pre", { tabindex: "0", role: "region", "aria-label": label, dir: "auto" }, text)
}

let sections = 0

export function section(
  title: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElement {
  const id = `section-${(sections += 1)}`
  return element(
    "section",
    { ...attributes, "aria-labelledby": id },
    element("h2", { id }, title),
    ...children,
  )
}
