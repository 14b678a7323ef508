import { each, type Schema } from "./schema.ts"

/** null unsets what an extended configuration set. */
function optional(type: string): Schema {
  return { type: [type, "null"] }
}

function choice(...values: readonly string[]): Schema {
  return { choice: [...values, null] }
}

const LIST = { type: ["array", "null"], items: { type: "string" } }

const COMPILER_OPTIONS = {
  ...each(
    `allowArbitraryExtensions allowImportingTsExtensions allowJs allowSyntheticDefaultImports allowUmdGlobalAccess
    allowUnreachableCode allowUnusedLabels alwaysStrict assumeChangesOnlyAffectDirectDependencies checkJs composite
    declaration declarationMap diagnostics disableReferencedProjectLoad disableSizeLimit disableSolutionSearching
    disableSourceOfProjectReferenceRedirect downlevelIteration emitBOM emitDeclarationOnly emitDecoratorMetadata
    erasableSyntaxOnly esModuleInterop exactOptionalPropertyTypes experimentalDecorators explainFiles
    extendedDiagnostics forceConsistentCasingInFileNames importHelpers incremental inlineSourceMap inlineSources
    isolatedDeclarations isolatedModules keyofStringsOnly libReplacement listEmittedFiles listFiles noCheck noEmit
    noEmitHelpers noEmitOnError noErrorTruncation noFallthroughCasesInSwitch noImplicitAny noImplicitOverride
    noImplicitReturns noImplicitThis noImplicitUseStrict noLib noPropertyAccessFromIndexSignature noResolve
    noStrictGenericChecks noUncheckedIndexedAccess noUncheckedSideEffectImports noUnusedLocals noUnusedParameters
    preserveConstEnums preserveSymlinks preserveValueImports preserveWatchOutput pretty removeComments
    resolveJsonModule resolvePackageJsonExports resolvePackageJsonImports rewriteRelativeImportExtensions
    skipDefaultLibCheck skipLibCheck sourceMap stableTypeOrdering strict strictBindCallApply
    strictBuiltinIteratorReturn strictFunctionTypes strictNullChecks strictPropertyInitialization stripInternal
    suppressExcessPropertyErrors suppressImplicitAnyIndexErrors traceResolution useDefineForClassFields
    useUnknownInCatchVariables verbatimModuleSyntax`,
    optional("boolean"),
  ),
  ...each(
    `baseUrl charset declarationDir generateCpuProfile generateTrace ignoreDeprecations jsxFactory
    jsxFragmentFactory jsxImportSource mapRoot out outDir outFile reactNamespace rootDir sourceRoot tsBuildInfoFile`,
    optional("string"),
  ),
  ...each("customConditions lib moduleSuffixes rootDirs typeRoots types", LIST),
  maxNodeModuleJsDepth: optional("number"),
  fallbackPolling: optional("string"),
  watchFile: optional("string"),
  watchDirectory: optional("string"),
  importsNotUsedAsValues: choice("remove", "preserve", "error"),
  jsx: choice("preserve", "react", "react-native", "react-jsx", "react-jsxdev"),
  module: choice(
    "none",
    "commonjs",
    "amd",
    "system",
    "umd",
    "es6",
    "es2015",
    "es2020",
    "es2022",
    "esnext",
    "node16",
    "node18",
    "node20",
    "nodenext",
    "preserve",
  ),
  moduleDetection: choice("auto", "legacy", "force"),
  moduleResolution: choice("classic", "node", "node10", "node16", "nodenext", "bundler"),
  newLine: choice("crlf", "lf"),
  paths: { type: ["object", "null"], additionalProperties: { type: "array", items: { type: "string" } } },
  plugins: { type: ["array", "null"], items: { type: "object" } },
  target: {
    type: ["string", "null"],
    pattern: "^[eE][sS](?:[356]|20(?:1[5-9]|[2-3][0-9])|[nN][eE][xX][tT])$",
    description: 'a version of ECMAScript ("es2022", "esnext")',
  },
}

/** What tsc accepts. It ignores other keys at the top, and reports unknown `compilerOptions` as errors. */
export const TSCONFIG: Schema = {
  type: "object",
  properties: {
    compilerOptions: {
      type: ["object", "null"],
      properties: COMPILER_OPTIONS,
      slips: Object.keys(COMPILER_OPTIONS),
    },
    compileOnSave: { type: "boolean" },
    exclude: LIST,
    extends: { type: ["string", "array", "null"], items: { type: "string" } },
    files: LIST,
    include: LIST,
    references: {
      type: ["array", "null"],
      items: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    },
    typeAcquisition: { type: ["object", "null"] },
    watchOptions: { type: ["object", "null"] },
  },
  slips: ["compilerOptions", "references", "typeAcquisition", "watchOptions", "compileOnSave"],
}
