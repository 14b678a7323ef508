import type * as Events from "@actions/workflow-parser/model/converter/events"
import type * as Jobs from "@actions/workflow-parser/model/converter/jobs"
import type * as JsonObjectReader from "@actions/workflow-parser/templates/json-object-reader"
import type * as TemplateSchema from "@actions/workflow-parser/templates/schema/index"
import type * as TemplateContext from "@actions/workflow-parser/templates/template-context"
import type * as TemplateReader from "@actions/workflow-parser/templates/template-reader"
import type * as TypeGuards from "@actions/workflow-parser/templates/tokens/type-guards"
import type * as TraceWriter from "@actions/workflow-parser/templates/trace-writer"
import type * as YamlObjectReader from "@actions/workflow-parser/workflows/yaml-object-reader"
import type * as Ajv from "ajv"
import type * as Ajv2019 from "ajv/dist/2019.js"
import type * as Ajv2020 from "ajv/dist/2020.js"
import type * as DockerfileUtils from "dockerfile-utils"
import type * as Jsonc from "jsonc-parser"
import type * as Oxc from "oxc-parser"
import type * as Saxes from "saxes"
import type * as TreeSitter from "web-tree-sitter"
import type * as Yaml from "yaml"

interface Packages {
  "@actions/workflow-parser/model/converter/events": typeof Events
  "@actions/workflow-parser/model/converter/jobs": typeof Jobs
  "@actions/workflow-parser/templates/json-object-reader": typeof JsonObjectReader
  "@actions/workflow-parser/templates/schema/index": typeof TemplateSchema
  "@actions/workflow-parser/templates/template-context": typeof TemplateContext
  "@actions/workflow-parser/templates/template-reader": typeof TemplateReader
  "@actions/workflow-parser/templates/tokens/type-guards": typeof TypeGuards
  "@actions/workflow-parser/templates/trace-writer": typeof TraceWriter
  "@actions/workflow-parser/workflows/yaml-object-reader": typeof YamlObjectReader
  ajv: typeof Ajv
  "ajv/dist/2019.js": typeof Ajv2019
  "ajv/dist/2020.js": typeof Ajv2020
  "dockerfile-utils": typeof DockerfileUtils
  "jsonc-parser": typeof Jsonc
  "oxc-parser": typeof Oxc
  saxes: typeof Saxes
  "web-tree-sitter": typeof TreeSitter
  yaml: typeof Yaml
}

/** Loads a package by a specifier that no bundler follows: these packages have data or native code beside their scripts. */
export async function loadPackage<Name extends keyof Packages>(specifier: Name): Promise<Packages[Name]> {
  const loaded: unknown = await import(/* webpackIgnore: true */ /* @vite-ignore */ specifier)
  return loaded as Packages[Name]
}
