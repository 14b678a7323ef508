import theme from "vitepress/theme-without-fonts"
import "./style.css"

// oxlint-disable-next-line import/no-default-export -- VitePress looks for it
export default theme
