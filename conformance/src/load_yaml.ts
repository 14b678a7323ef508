import type * as Yaml from "yaml"

/**
 * The package yaml. It is CommonJS that requires what Node.js brings, which esbuild cannot put into an ES module: no bundler may
 * follow the specifier, so that it is not constant.
 */
export async function loadYaml(): Promise<typeof Yaml> {
  const specifier = "yaml"
  const loaded: unknown = await import(/* webpackIgnore: true */ /* @vite-ignore */ specifier)
  return loaded as typeof Yaml
}
