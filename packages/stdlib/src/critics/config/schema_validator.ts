import type { Validate } from "@proofloop/parsers"
import type { ConfigKind } from "./matchers.ts"
import { schemaErrors } from "./own_schema.ts"
import { cargo } from "./schemas/cargo.ts"
import { composer, pyproject, versionCatalog } from "./schemas/closed_standards.ts"
import { dependabot } from "./schemas/dependabot.ts"
import { eslintOverride, eslintrc } from "./schemas/eslintrc.ts"
import { packageJson } from "./schemas/package_json.ts"
import { prettierrc } from "./schemas/prettierrc.ts"
import type { Schema } from "./schemas/schema.ts"
import { TSCONFIG } from "./schemas/tsconfig.ts"

/** A kind that has one of our schemas; GitHub's parser reads workflows. */
export type SchemaKind = Exclude<ConfigKind, "github-workflow">

const ownSchemas: Readonly<Record<SchemaKind, Schema>> = {
  cargo,
  composer,
  dependabot,
  eslintrc,
  package: packageJson,
  prettierrc,
  pyproject,
  tsconfig: TSCONFIG,
  "version-catalog": versionCatalog,
}

const named: Readonly<Record<string, Schema>> = { ...ownSchemas, eslint_override: eslintOverride }

export function ownValidator(kind: SchemaKind): Validate {
  return (data) => schemaErrors({ schema: ownSchemas[kind], data, at: "", of: "#", schemas: named })
}
