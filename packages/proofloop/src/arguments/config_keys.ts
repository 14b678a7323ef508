import type { OptionSpec, Verb } from "./verb.ts"

export interface ConfigKey {
  /** Such as "check.baseline". */
  readonly path: string
  readonly spec: OptionSpec
  /** The options it stands in for, such as "check --baseline". */
  readonly options: readonly string[]
}

/** Every key that an option of some verb takes its value from, in the order of the verbs. */
export function configKeys(verbs: readonly Verb[]): readonly ConfigKey[] {
  const keys = new Map<string, { readonly spec: OptionSpec; readonly options: string[] }>()
  for (const { name, options } of verbs.flatMap((verb) => [verb, ...(verb.actions ?? [])])) {
    for (const [option, spec] of Object.entries(options)) {
      for (const path of spec.config ?? []) {
        const key = keys.get(path) ?? { spec, options: [] }
        key.options.push(`${name} --${option}`)
        keys.set(path, key)
      }
    }
  }
  return [...keys].map(([path, key]) => ({ path, ...key }))
}

export function readsConfig({ options, reads_config }: Verb): boolean {
  return reads_config === true || Object.values(options).some(({ config }) => config !== undefined)
}
