import { expect, it } from "vitest"
import { FRAMEWORKS, frameworksIn } from "./frameworks.ts"

it.each([
  ["@reduxjs/toolkit", ["redux"]],
  ["react-dom", ["react"]],
  ["github.com/gin-gonic/gin", ["gin"]],
  ["github.com/labstack/echo/v4", ["echo"]],
  ["actix-web", ["actix", "tokio"]],
  ["clap_derive", ["clap"]],
  ["@mui/material", ["mui"]],
  ["@material-ui/core", ["mui"]],
  ["solid-js", ["solid"]],
  ["@nestjs/core", ["express", "nestjs"]],
  ["next", ["react", "next"]],
  ["vite-plugin-inspect", []],
  ["nextcloud-client", []],
  ["consolidate", []],
  ["reactor-core", []],
])("the dependency %s grounds %j", (dependency, ids) => {
  expect(frameworksIn([dependency])).toEqual(ids)
})

it("has the 42 frameworks of gitoma, each once", () => {
  expect(new Set(FRAMEWORKS.map(({ id }) => id)).size).toBe(42)
})
