import { expect, it } from "vitest"
import { isPostgresUrl, readPostgresUrl } from "./postgres_url.ts"

it("a file is no URL", () => {
  expect(["postgres://h/d", "postgresql:///d", "POSTGRES://h/d"].map(isPostgresUrl)).toEqual([
    true,
    true,
    true,
  ])
  expect(["jobs.db", "/postgres://x", "./postgres:/x", "file:///x"].some(isPostgresUrl)).toBe(false)
})

it("reads the schema and the number of connections, and leaves the rest to the client", () => {
  const url = "postgres://ann:sesame@db.test:5433/shop?schema=loop_1&pool_size=2&sslmode=verify-full"
  expect(readPostgresUrl(url)).toEqual({
    url: "postgres://ann:sesame@db.test:5433/shop?sslmode=verify-full",
    schema: "loop_1",
    pool_size: 2,
    shown: "postgres://ann@db.test:5433/shop?schema=loop_1",
  })
  expect(readPostgresUrl("postgres:///shop")).toMatchObject({ schema: "proofloop", pool_size: 4 })
})

it("a socket's folder is the host, with a user before it or beside it", () => {
  expect(readPostgresUrl("postgres://ann@/shop?host=/run/pg").shown).toBe(
    "postgres://ann@localhost/shop?host=/run/pg",
  )
  const { url, shown } = readPostgresUrl("postgres:///shop?host=/run/pg&user=ann&password=sesame")
  expect(url).toContain("password=sesame")
  expect(shown).toBe("postgres:///shop?host=%2Frun%2Fpg&user=ann")
})

it.each([
  "postgres://ann:ses#ame@db.test/shop",
  "postgres://ann:12#ame@db.test/shop",
  "postgres://ann:12?ame@db.test/shop",
  "postgres://ann:12/ame@db.test/shop",
  "postgres://ann:ame/12@db.test/shop",
  "postgres://ann:ame@db.test:x/shop",
  "postgres://db.test/shop?ame=1=&Ame=2",
])("refuses %s without a word of it", (url) => {
  expect(() => readPostgresUrl(url)).toThrow("store: expected postgres://USER:PASSWORD@HOST/DATABASE")
  expect(() => readPostgresUrl(url)).not.toThrow(/ame/)
})

it.each([
  ["?shcema=x", 'Did you mean "schema"?'],
  ["?schema=Shop", "store.schema: expected small letters"],
  ["?schema=a-b", "store.schema: expected small letters"],
  ["?schema=pg_catalog", "store.schema: expected small letters"],
  ["?pool_size=0", "store.pool_size: expected a whole number from 1 to 50"],
])("refuses %s", (query, message) => {
  expect(() => readPostgresUrl(`postgres://h/d${query}`)).toThrow(message)
})
