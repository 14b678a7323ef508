/** One picture of a walk, and what it shows. */
export interface Frame {
  readonly png: Buffer
  readonly caption: string
}

const SECONDS = 4
const CAPTION_HEIGHT = 44

/** Pictures one after the other as an SVG that moves by itself; for those who ask for less motion it stays at the first. */
export function walkSvg(
  frames: readonly Frame[],
  { width, height, title }: { readonly width: number; readonly height: number; readonly title: string },
): string {
  const whole = frames.length * SECONDS
  const share = 100 / frames.length
  const groups = frames.map(({ png, caption }, at) => {
    const text = `${at + 1} of ${frames.length}: ${caption}`
    return `<g class="frame" style="animation-delay:${at * SECONDS}s">
<image width="${width}" height="${height}" href="data:image/png;base64,${png.toString("base64")}"/>
<text x="16" y="${height + 28}">${escapeXml(text)}</text>
</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height + CAPTION_HEIGHT}" role="img" aria-label="${escapeXml(title)}">
<style>
.frame{opacity:0;animation:show ${whole}s step-end infinite}
.frame:first-of-type{opacity:1}
text{font:600 17px system-ui,sans-serif;fill:#1c1f22}
@keyframes show{0%{opacity:1}${share.toFixed(3)}%{opacity:0}100%{opacity:0}}
@media(prefers-reduced-motion:reduce){.frame{animation:none}}
</style>
<rect width="${width}" height="${height + CAPTION_HEIGHT}" fill="#fff"/>
${groups.join("\n")}
</svg>
`
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")
}
