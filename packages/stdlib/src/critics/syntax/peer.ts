import { UnableError } from "./unable_error.ts"

/** Loads an optional parser. Throws an UnableError that says how to install it when it is not there. */
export async function loadPeer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (!isNotFound(error)) throw error
    throw new UnableError(`${name} is not installed: npm install ${name}`, { cause: error })
  }
}

function isNotFound(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  return code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND"
}
