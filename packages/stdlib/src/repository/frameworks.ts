export interface Framework {
  readonly id: string
  /** Dependencies without the id in their name. */
  readonly packages?: readonly string[]
  /** Frameworks built on this one, which bring it along. */
  readonly brought_by?: readonly string[]
}

/** The 42 frameworks of gitoma's G11, in its order. */
export const FRAMEWORKS: readonly Framework[] = [
  { id: "react", brought_by: ["next", "gatsby", "remix"] },
  { id: "vue", brought_by: ["nuxt"] },
  { id: "angular" },
  { id: "svelte" },
  { id: "solid" },
  { id: "preact" },
  { id: "next" },
  { id: "nuxt" },
  { id: "remix" },
  { id: "gatsby" },
  { id: "astro" },
  { id: "redux" },
  { id: "zustand" },
  { id: "mobx" },
  { id: "jotai" },
  { id: "pinia" },
  { id: "express", brought_by: ["nestjs"] },
  { id: "fastify" },
  { id: "nestjs" },
  { id: "koa" },
  { id: "django" },
  { id: "flask" },
  { id: "fastapi" },
  { id: "starlette", brought_by: ["fastapi"] },
  { id: "tornado" },
  { id: "click", brought_by: ["typer"] },
  { id: "typer" },
  { id: "tailwindcss", packages: ["tailwind"] },
  { id: "mui", packages: ["@material-ui/core"] },
  { id: "chakra" },
  { id: "antd", packages: ["@ant-design/icons", "@ant-design/pro-components"] },
  { id: "bootstrap" },
  { id: "gin" },
  { id: "echo" },
  { id: "fiber" },
  { id: "cobra" },
  { id: "actix" },
  { id: "axum" },
  { id: "rocket" },
  { id: "warp" },
  { id: "tokio", brought_by: ["axum", "actix", "rocket", "warp"] },
  { id: "clap" },
]

/** The ids of the frameworks that a list of dependencies shows, in the order of the table. */
export function frameworksIn(dependencies: Iterable<string>): readonly string[] {
  const words = new Set<string>()
  const names = new Set<string>()
  for (const dependency of dependencies) {
    const name = dependency.toLowerCase()
    names.add(name)
    for (const word of wordsOf(name)) words.add(word)
  }
  const direct = new Set(
    FRAMEWORKS.filter(
      ({ id, packages = [] }) => words.has(id) || packages.some((name) => names.has(name)),
    ).map(({ id }) => id),
  )
  return FRAMEWORKS.filter(
    ({ id, brought_by = [] }) => direct.has(id) || brought_by.some((other) => direct.has(other)),
  ).map(({ id }) => id)
}

/** "@reduxjs/toolkit" has the words reduxjs, redux and toolkit. Only whole words count, so "plugin" does not mean gin. */
function wordsOf(name: string): readonly string[] {
  return name
    .split(/[^a-z0-9]/)
    .filter((word) => word !== "")
    .flatMap((word) => (word.endsWith("js") && word.length > 2 ? [word, word.slice(0, -2)] : [word]))
}
