import { randomBytes } from "node:crypto"
import { connect } from "node:net"
import { json } from "node:stream/consumers"
import pg from "pg"
import { afterAll, describe, inject } from "vitest"
import type { SharedServer } from "./postgres/shared_server.fixture.ts"
import { rowsOf, runOn, tamper, testFolder } from "./store_files.fixture.ts"

/** A place for one store, and plain SQL on it beside the store. */
export interface TestPlace {
  /** Of a store that is not made yet: a file, or a URL. */
  readonly path: string
  /** Without triggers and foreign keys; a file without checks too. */
  readonly tamper: (...statements: readonly string[]) => Promise<void>
  readonly rows: (query: string) => Promise<readonly unknown[]>
  /** As a person would, with triggers and checks. */
  readonly run: (statement: string) => Promise<void>
}

interface RemovedPlace extends TestPlace {
  remove(): Promise<void>
}

export type Database = "SQLite" | "Postgres"

/** The server of this run, or why there is none. */
const server = (await json(connect(inject("postgres")))) as SharedServer

export const canStartPostgres = "url" in server

type Tests = (make: () => Promise<TestPlace>, database: Database) => void

/** The same tests over each database. Places are removed after the last test: until then stores in them may be open. */
export function onEveryDatabase(tests: Tests): void {
  onSqlite(tests)
  onPostgres(tests)
}

export function onSqlite(tests: Tests): void {
  describe("on SQLite", () => {
    tests(removed(sqlitePlace), "SQLite")
  })
}

/** Skipped where Postgres cannot be started. */
export function onPostgres(tests: Tests): void {
  describe.skipIf(!canStartPostgres)("on Postgres (needs Postgres)", () => {
    tests(removed(postgresPlace), "Postgres")
  })
}

function removed(make: () => Promise<RemovedPlace>): () => Promise<TestPlace> {
  const made: RemovedPlace[] = []
  afterAll(async () => {
    for (const place of made.splice(0)) await place.remove()
  })
  return async () => {
    const place = await make()
    made.push(place)
    return place
  }
}

async function sqlitePlace(): Promise<RemovedPlace> {
  const folder = await testFolder()
  const { path } = folder
  return {
    path,
    tamper: async (...statements) => tamper(path, ...statements),
    rows: async (query) => rowsOf(path, query),
    run: async (statement) => runOn(path, statement),
    remove: () => folder.remove(),
  }
}

async function postgresPlace(): Promise<RemovedPlace> {
  if ("reason" in server) throw new Error(server.reason)
  return placeOn(server.url)
}

/** Whole numbers are numbers. */
const types = { getTypeParser: (oid: number) => ([20, 23].includes(oid) ? Number : (text: string) => text) }

/** A schema of its own on a server. */
export function placeOn(url: string): RemovedPlace {
  const schema = `t_${randomBytes(6).toString("hex")}`
  const rows = async (...statements: readonly string[]) => {
    const client = new pg.Client({ connectionString: url, types })
    await client.connect()
    try {
      await client.query(`SET search_path = ${schema}`)
      let found: readonly unknown[] = []
      for (const statement of statements) found = (await client.query(statement)).rows
      return found
    } finally {
      await client.end()
    }
  }
  return {
    path: `${url}&schema=${schema}`,
    tamper: async (...statements) =>
      void (await rows("SET session_replication_role = replica", ...statements)),
    rows,
    run: async (statement) => void (await rows(statement)),
    remove: async () => void (await rows(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)),
  }
}
