import type { Page } from "playwright-core"

/** Visible texts of a page whose contrast is below 4.5 : 1, as "text: contrast". */
export function faintText(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(SCRIPT)
}

/** Runs in the page; a canvas turns any notation of a colour into bytes. */
const SCRIPT = `(() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true
  const canvas = document.createElement("canvas")
  canvas.width = canvas.height = 1
  const context = canvas.getContext("2d", { willReadFrequently: true })
  const mix = (colours) => {
    context.fillStyle = "#fff"
    context.fillRect(0, 0, 1, 1)
    for (const colour of colours) {
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
    }
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
  }
  const luminance = (bytes) => {
    const [red, green, blue] = bytes.map((byte) => {
      const share = byte / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const backgrounds = (element) => {
    const found = []
    for (let at = element; at !== null; at = at.parentElement) {
      found.unshift(getComputedStyle(at).backgroundColor)
      if (at.matches("dialog")) break
    }
    return found
  }
  const scope = document.querySelector("dialog[open]") ?? document.body
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  const faint = new Set()
  const seen = new Map()
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.data.trim()
    if (text === "" || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    if (element.closest("script, style, noscript, option, :disabled, .unseen") !== null) continue
    const colours = backgrounds(element)
    const key = colours.join() + getComputedStyle(element).color
    if (!seen.has(key)) {
      const [one, other] = [mix(colours), mix([...colours, getComputedStyle(element).color])].map(luminance)
      seen.set(key, (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05))
    }
    if (seen.get(key) < 4.5) faint.add(text.slice(0, 40) + ": " + seen.get(key).toFixed(2))
  }
  return [...faint]
})()`
