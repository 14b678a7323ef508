import { InvalidOptionError, nameOption, numberOption } from "@proofloop/foundation/errors"

export interface PostgresPlace {
  /** For the client, with the password. */
  readonly url: string
  readonly schema: string
  /** Connections at once. */
  readonly pool_size: number
  /** For people and logs: no password, and nothing of the settings but those that say where it is. */
  readonly shown: string
}

/** Whether the place of a store is a URL; else it is a file. */
export function isPostgresUrl(path: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(path)
}

/** Settings of the store, then those of the client: https://node-postgres.com/features/connecting#connection-uri */
const OWN = ["schema", "pool_size"]
const SETTINGS = [
  ...OWN,
  "application_name",
  "connect_timeout",
  "host",
  "options",
  "password",
  "port",
  "sslcert",
  "sslkey",
  "sslmode",
  "sslnegotiation",
  "sslrootcert",
  "user",
  "uselibpqcompat",
]
const SHOWN = ["host", "port", "schema", "user"]

/** Throws InvalidOptionError, which names a setting of this option and never shows the URL. */
export function readPostgresUrl(text: string, option = "store"): PostgresPlace {
  const url = parsed(text, option)
  const names = [...url.searchParams.keys()]
  for (const name of names) nameOption(`${option}.setting`, name, SETTINGS)
  const { searchParams } = url
  const schema = schemaOption(`${option}.schema`, searchParams.get("schema") ?? "proofloop")
  const pool_size = numberOption(`${option}.pool_size`, Number(searchParams.get("pool_size") ?? 4), 1, 50)
  const shown = new URL(url)
  shown.password = ""
  for (const name of names) if (!SHOWN.includes(name)) shown.searchParams.delete(name)
  for (const name of OWN) searchParams.delete(name)
  return { url: String(url), schema, pool_size, shown: String(shown) }
}

/** A character of a password that ends the part it stands in would put the rest of it where it is shown. */
function parsed(text: string, option: string): URL {
  // With a user the address of a URL needs a host, which a socket's folder has not.
  const whole = text.replace(/^(postgres(?:ql)?:\/\/[^@/?#]*@)\//i, "$1localhost/")
  const url = URL.canParse(whole) ? new URL(whole) : null
  const is_plain =
    url !== null &&
    url.hash === "" &&
    url.pathname.lastIndexOf("/") < 1 &&
    !url.pathname.includes("@") &&
    [...url.searchParams.keys()].every((name) => /^[a-z_]{1,64}$/.test(name))
  if (is_plain) return url
  throw new InvalidOptionError({
    option,
    expected: "postgres://USER:PASSWORD@HOST/DATABASE, with # ? / @ of the password as %23 %3F %2F %40",
    got: "another form",
  })
}

function schemaOption(option: string, schema: string): string {
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(schema) && !schema.startsWith("pg_")) return schema
  throw new InvalidOptionError({
    option,
    expected: 'small letters, digits and "_", at most 63, not beginning with pg_',
    got: schema,
  })
}
