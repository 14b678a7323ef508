export type { ConfigDocument, KeyPath } from "./document.ts"
export { dockerfileProblems } from "./dockerfile/dockerfile_problems.ts"
export { parseJsonDocument } from "./json/json_document.ts"
export { parseJson, parseJsonc } from "./json/parse_json.ts"
export type { ParseResult, SyntaxProblem } from "./parse_result.ts"
export type { Position } from "./position.ts"
export { pythonProblems, type PythonVersion } from "./python/python_problems.ts"
export {
  compileSchemas,
  type Dialect,
  type SchemaError,
  type SchemaSet,
  type Validate,
} from "./schema/compile_schemas.ts"
export type { Script, ScriptAttempt } from "./script/script.ts"
export { scriptProblems } from "./script/script_problems.ts"
export { hasGrammar, type Language } from "./tree/language.ts"
export type { SyntaxNode } from "./tree/syntax_node.ts"
export { type Capture, treeProblems, type TreeUse, withTree, withTrees } from "./tree/with_tree.ts"
export { workflowErrors } from "./workflow/workflow_errors.ts"
export { xmlProblems } from "./xml/xml_problems.ts"
export { parseYaml } from "./yaml/parse_yaml.ts"
export { parseYamlDocument, type YamlDocument } from "./yaml/yaml_document.ts"
export { yamlProblems, type YamlVersion } from "./yaml/yaml_documents.ts"
