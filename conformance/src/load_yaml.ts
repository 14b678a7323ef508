import type * as Yaml from "yaml"

/**
 * The package yaml is CommonJS and requires modules of Node.js, which esbuild cannot put into an ES module. The
 * specifier is not constant, so that no bundler follows it.
 */
export async function loadYaml(): Promise<typeof Yaml> {
  const specifier = "yaml"
  const loaded: unknown = await import(/* webpackIgnore: true */ /* @vite-ignore */ specifier)
  return loaded as typeof Yaml
}
