import type { Ajv, AnySchema, Options } from "ajv"
import { loadPackage } from "../load_package.ts"

/** How a schema has to be read: drafts 04, 06 and 07 are near enough to each other. */
export type Dialect = "older" | "2019-09" | "2020-12"

export interface SchemaError {
  /** The keyword that the data breaks: "required". */
  readonly keyword: string
  /** Two JSON pointers: to the data, and to the keyword in the schema. */
  readonly instancePath: string
  /** JSON pointer to the keyword in the schema. */
  readonly schemaPath: string
  /** What the keyword tells of the error, such as the missing property. */
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
  readonly schema?: unknown
  readonly parentSchema?: unknown
  /** The data at `instancePath`. */
  readonly data?: unknown
}

/** What is wrong with data; nothing when it is sound. */
export type Validate = (data: unknown) => readonly SchemaError[]

export interface SchemaSet {
  readonly dialect: Dialect
  readonly schemas: Iterable<readonly [id: string, schema: unknown]>
  /** Whether patterns are regular expressions with the u flag. Default true. */
  readonly unicode_patterns?: boolean
}

/** Formats are not checked and unknown keywords ignored, because foreign schemas are taken as they are. */
const OPTIONS: Options = {
  // Code that runs once is not worth optimising.
  code: { optimize: false },
  allErrors: true,
  logger: false,
  ownProperties: true,
  strict: false,
  validateFormats: false,
  validateSchema: false,
  verbose: true,
}

/** Validators by the ids of the set. Asking for one throws Error when it is missing, or its schema is unusable. */
export async function compileSchemas(set: SchemaSet): Promise<(id: string) => Validate> {
  const { dialect, schemas, unicode_patterns = true } = set
  const ajv = await newAjv(dialect, { ...OPTIONS, unicodeRegExp: unicode_patterns })
  for (const [id, schema] of schemas) ajv.addSchema(schema as AnySchema, id)
  return (id) => {
    const validate = ajv.getSchema(id)
    if (validate === undefined) throw new Error(`there is no schema ${id}`)
    return (data) => (validate(data) === true ? [] : (validate.errors ?? []))
  }
}

async function newAjv(dialect: Dialect, options: Options): Promise<Ajv> {
  switch (dialect) {
    case "2020-12": {
      const { Ajv2020 } = await loadPackage("ajv/dist/2020.js")
      return new Ajv2020(options)
    }
    case "2019-09": {
      const { Ajv2019 } = await loadPackage("ajv/dist/2019.js")
      return new Ajv2019(options)
    }
    case "older": {
      const { Ajv: Ajv7 } = await loadPackage("ajv")
      return new Ajv7(options)
    }
  }
}
