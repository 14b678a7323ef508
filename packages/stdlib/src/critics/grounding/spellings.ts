/**
 * How ambiguous a bare name is in documentation:
 *
 * - `plain`: this capitalisation hardly means anything else
 * - `verb`: a sentence may begin with it
 * - `common`: it is a word of user interfaces and shells too
 * - `adjective`: it may stand before any noun
 */
export type Ambiguity = "plain" | "verb" | "common" | "adjective"

export interface Spelling {
  readonly id: string
  /** Lower case; unambiguous in any capitalisation. */
  readonly distinct: readonly string[]
  readonly bare?: readonly [word: string, ambiguity: Ambiguity]
}

/** The spellings of the frameworks, in the order of the table, and of those that their ecosystem tells. */
const SPELLINGS: readonly Spelling[] = [
  { id: "react", distinct: ["react native", "react.js", "react js", "reactjs"], bare: ["react", "verb"] },
  { id: "vue", distinct: ["vue.js", "vue js", "vuejs", "vue 3", "vue 2"], bare: ["vue", "plain"] },
  { id: "angular", distinct: ["angular.js", "angularjs"], bare: ["angular", "plain"] },
  { id: "svelte", distinct: ["sveltekit"], bare: ["svelte", "plain"] },
  { id: "solid", distinct: ["solid.js", "solid js", "solidjs"], bare: ["solid", "adjective"] },
  { id: "preact", distinct: ["preact"] },
  { id: "next", distinct: ["next.js", "next js", "nextjs"], bare: ["next", "adjective"] },
  { id: "nuxt", distinct: ["nuxt.js", "nuxt js", "nuxtjs", "nuxt"] },
  { id: "remix", distinct: [], bare: ["remix", "verb"] },
  { id: "gatsby", distinct: ["gatsbyjs"], bare: ["gatsby", "plain"] },
  { id: "astro", distinct: [], bare: ["astro", "plain"] },
  {
    id: "redux",
    distinct: ["redux toolkit", "redux rtk", "redux saga", "redux thunk", "rtk query"],
    bare: ["redux", "plain"],
  },
  { id: "zustand", distinct: ["zustand"] },
  { id: "mobx", distinct: ["mobx"] },
  { id: "jotai", distinct: ["jotai"] },
  { id: "pinia", distinct: ["pinia"] },
  { id: "express", distinct: ["express.js", "express js", "expressjs"], bare: ["express", "verb"] },
  { id: "fastify", distinct: ["fastify"] },
  { id: "nestjs", distinct: ["nestjs", "nest.js"] },
  { id: "koa", distinct: ["koa.js", "koajs"], bare: ["koa", "plain"] },
  { id: "django", distinct: ["django"] },
  { id: "flask", distinct: [], bare: ["flask", "plain"] },
  { id: "fastapi", distinct: ["fastapi"] },
  { id: "starlette", distinct: ["starlette"] },
  { id: "tornado", distinct: [], bare: ["tornado", "plain"] },
  { id: "click", distinct: [], bare: ["click", "common"] },
  { id: "typer", distinct: [], bare: ["typer", "plain"] },
  { id: "tailwindcss", distinct: ["tailwind css", "tailwindcss"], bare: ["tailwind", "plain"] },
  { id: "mui", distinct: ["material-ui", "material ui", "materialui", "mui"] },
  { id: "chakra", distinct: ["chakra ui", "chakra-ui"], bare: ["chakra", "plain"] },
  { id: "antd", distinct: ["ant design", "antd"] },
  { id: "bootstrap", distinct: [], bare: ["bootstrap", "common"] },
  { id: "gin", distinct: [], bare: ["gin", "plain"] },
  { id: "echo", distinct: [], bare: ["echo", "common"] },
  { id: "fiber", distinct: [], bare: ["fiber", "verb"] },
  { id: "cobra", distinct: [], bare: ["cobra", "plain"] },
  { id: "actix", distinct: ["actix-web", "actix web", "actix"] },
  { id: "axum", distinct: ["axum"] },
  { id: "rocket", distinct: [], bare: ["rocket", "verb"] },
  { id: "warp", distinct: [], bare: ["warp", "common"] },
  { id: "tokio", distinct: [], bare: ["tokio", "plain"] },
  { id: "clap", distinct: [], bare: ["clap", "verb"] },
  { id: "rails", distinct: ["ruby on rails"], bare: ["rails", "adjective"] },
  { id: "laravel", distinct: ["laravel"] },
  { id: "symfony", distinct: ["symfony"] },
  { id: "spring-boot", distinct: ["spring boot"] },
  { id: "ktor", distinct: ["ktor"] },
  { id: "aspnet-core", distinct: ["asp.net core"] },
  { id: "blazor", distinct: ["blazor"] },
  { id: "vapor", distinct: [], bare: ["vapor", "adjective"] },
  { id: "phoenix", distinct: ["phoenix liveview"], bare: ["phoenix", "adjective"] },
]

export interface Candidate {
  readonly id: string
  /** Lower case. */
  readonly form: string
  /** null: the form is distinct. */
  readonly ambiguity: Ambiguity | null
}

/** The spellings that begin with a lower-case word, the longest first. */
export function candidatesFor(word: string): readonly Candidate[] {
  return byFirstWord.get(word) ?? []
}

const byFirstWord = new Map<string, readonly Candidate[]>()
for (const { id, distinct, bare } of SPELLINGS) {
  const forms = [...distinct.map((form) => ({ id, form, ambiguity: null })), ...bareCandidate(id, bare)]
  for (const candidate of forms) {
    const [first = ""] = candidate.form.split(/[^a-z0-9]/)
    const sorted = [...(byFirstWord.get(first) ?? []), candidate]
    byFirstWord.set(
      first,
      sorted.sort((left, right) => right.form.length - left.form.length),
    )
  }
}

function bareCandidate(id: string, bare: Spelling["bare"]): readonly Candidate[] {
  return bare === undefined ? [] : [{ id, form: bare[0], ambiguity: bare[1] }]
}
