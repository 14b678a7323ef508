import { expect, it } from "vitest"
import { frameworkMentions } from "./framework_mentions.ts"

const idsIn = (text: string) => frameworkMentions(text).map(({ id }) => id)

it.each([
  ["React", "react"],
  ["React.js", "react"],
  ["Vue 3", "vue"],
  ["Angular", "angular"],
  ["SvelteKit", "svelte"],
  ["Next.js", "next"],
  ["Redux", "redux"],
  ["Express", "express"],
  ["Django", "django"],
  ["FastAPI", "fastapi"],
  ["Tailwind", "tailwindcss"],
  ["MUI", "mui"],
  ["Gin", "gin"],
  ["Cobra", "cobra"],
  ["Actix-web", "actix"],
  ["Rocket", "rocket"],
])("%s is a mention of %s wherever a claim may stand", (written, id) => {
  for (const text of [
    `This project uses ${written} for the interface.`,
    `We chose ${written}.`,
    `Built with ${written}`,
    `The **${written}** layer is thin`,
    `- ${written}`,
    `- Interface: ${written}\n`,
    `| Part | ${written} |`,
    `# ${written}`,
    `Our stack is\n${written}, chosen long ago`,
    `${written} handles the routes.`,
    `\`${written}\``,
    `[${written}](https://example.com/)`,
  ]) {
    expect([text, idsIn(text)]).toEqual([text, [id]])
  }
})

it.each([
  "react to changes",
  "React to changes quickly.",
  "How to React to Changes",
  "## React To Changes",
  "please express yourself",
  "Express yourself.",
  "paid by American Express",
  "Visual C++ 2010 Express and the Desktop Express edition",
  "- a sponsor of plugin-nextjs and plugin-mobx",
  "## Express Checkout",
  "click the button",
  "Click the button, then press Next to continue.",
  "the Next button and the Click event",
  "next step",
  "## Next Steps",
  "Next, run it. Next: test it.",
  "using next generation tools",
  "echo hello",
  "`echo` prints; `echo hello` too",
  "Echo cancellation",
  "gin",
  "warp",
  "warp and weft",
  "solid foundation",
  "A solid framework for tests",
  "the next framework",
  "Solid foundation",
  "bootstrap",
  "Bootstrap the project with `make`.",
  "## Bootstrap",
  "rocket science",
  "Rocket science",
  "remix",
  "re-express and Re-Express",
  "Reactor, nextSlide, éReact, Reacté and React_x",
  "clap your hands",
  "EXPRESS OR IMPLIED, INCLUDING",
  "no express or implied warranty of Express, React and Vue",
  "Angular momentum",
  "Unlike React, we draw once.",
  "Complies with the React view system.",
  "An Express-style router with React-like hooks and a Django-inspired admin.",
  "We use signals instead of Redux or MobX.",
  "It does not use Django, Flask or FastAPI.",
  "We don't need React Native here",
  "Nothing is built on React-free code",
  "React is not used.",
  "Works without Express",
  "No React.",
  "Migrated from Express",
  "Compatible with React, Vue and Svelte. It works with Angular.",
  "See https://react.dev and [docs](docs/django.md).",
  "`src/react/index.ts` and `nuxt.config.ts`, vuejs/core",
  "```sh\nnpm i react\nimport React from 'react'\n```",
  "<!-- React -->",
])("%j claims nothing", (text) => {
  expect(idsIn(text)).toEqual([])
})

it.each([
  ["The frontend is a React + Redux app", ["react", "redux"]],
  ["built with react, redux and express.", ["react", "redux", "express"]],
  ["a flask app behind an express server", ["flask", "express"]],
  ["an echo framework service", ["echo"]],
  ["ExpressJS and NextJS", ["express", "next"]],
  ["the CLI uses Click", ["click"]],
  ["styled with Bootstrap 5", ["bootstrap"]],
  ["built with Next and Solid", ["next", "solid"]],
  ["Migrated from Express to React", ["react"]],
  ["We replaced Express with Fastify", ["fastify"]],
  ["Unlike React, we use Vue", ["vue"]],
  ["It works in React", ["react"]],
  ["No server. React draws the page", []],
  ["No server; the Rocket part is React based", ["rocket", "react"]],
  ["Redux Toolkit and RTK Query", ["redux", "redux"]],
  ["preé-React", ["react"]],
])("%j claims %j", (text, ids) => {
  expect(idsIn(text)).toEqual(ids)
})

it("tells the line and the column", () => {
  const [mention] = frameworkMentions("# T\n\nIt is a React app")
  expect(mention).toEqual({ id: "react", written: "React", line: 2, column: 8 })
})
