import { each, LIST_OF_STRINGS, RECORD_OF_STRINGS, type Schema } from "./schema.ts"

const TEXT = { type: "string" }

/**
 * The tables that build backends read of a pyproject.toml; both are closed. https://packaging.python.org/en/latest/specifications/pyproject-toml/
 */
export const pyproject: Schema = {
  type: "object",
  properties: {
    project: {
      type: "object",
      properties: {
        ...each("name version description requires-python", TEXT),
        ...each("readme license", { type: ["string", "object"] }),
        ...each("license-files", { type: ["array", "object"] }),
        ...each("authors maintainers", { type: "array" }),
        ...each("keywords classifiers dependencies dynamic import-names import-namespaces", LIST_OF_STRINGS),
        ...each("urls scripts gui-scripts", RECORD_OF_STRINGS),
        "entry-points": { type: "object", additionalProperties: RECORD_OF_STRINGS },
        "optional-dependencies": { type: "object", additionalProperties: LIST_OF_STRINGS },
      },
      additionalProperties: false,
    },
    "build-system": {
      type: "object",
      properties: { ...each("requires backend-path", LIST_OF_STRINGS), "build-backend": TEXT },
      additionalProperties: false,
    },
  },
}

/** The root of a composer.json, which `composer validate` closes. https://getcomposer.org/schema.json */
export const composer: Schema = {
  type: "object",
  properties: {
    ...each("name description type version time homepage readme target-dir minimum-stability", TEXT),
    ...each("require require-dev replace conflict provide suggest", RECORD_OF_STRINGS),
    ...each("default-branch prefer-stable", { type: "boolean" }),
    ...each(
      `license abandoned non-feature-branches keywords authors support funding source dist repositories autoload autoload-dev
      include-path bin archive php-ext config extra scripts scripts-descriptions scripts-aliases transport-options _comment $schema`,
      {},
    ),
  },
  additionalProperties: false,
}

const versioned = {
  type: ["string", "object"],
  properties: { ...each("module group name id", TEXT), version: { type: ["string", "object"] } },
}

/** A version catalog of Gradle. https://docs.gradle.org/current/userguide/version_catalogs.html */
export const versionCatalog: Schema = {
  type: "object",
  properties: {
    metadata: { type: "object" },
    versions: { type: "object", additionalProperties: { type: ["string", "object"] } },
    ...each("libraries plugins", { type: "object", additionalProperties: versioned }),
    bundles: { type: "object", additionalProperties: LIST_OF_STRINGS },
  },
  additionalProperties: false,
}
