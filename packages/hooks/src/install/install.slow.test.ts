import { readdirSync } from "node:fs"
import { dirname } from "node:path"
import { expect, test } from "vitest"
import { LAUNCHER_NAME } from "./launcher.ts"
import { commentsOf, SETTINGS_SAMPLES, valueWithoutOurs } from "./settings.fixture.ts"
import { openWorld, read, write } from "./world.fixture.ts"

test.for(SETTINGS_SAMPLES)(
  "$name: installed twice, changed, and taken out to the byte",
  async ({ host, text }) => {
    const world = openWorld()
    const path = world.place(host)
    write(path, text)

    const first = await world.install(host)
    const written = read(path) ?? ""
    expect(first.action).toBe("installed")
    expect(written).toContain(LAUNCHER_NAME)
    expect(valueWithoutOurs(written)).toEqual(valueWithoutOurs(text))
    expect(commentsOf(written)).toEqual(commentsOf(text))
    expect(first.backup === null ? null : read(first.backup)).toBe(text)

    expect(await world.install(host)).toMatchObject({ action: "unchanged", diff: "", backup: null })
    expect(read(path)).toBe(written)

    const changed = await world.install(host, ["--hold", "--verify", "npm test", "--refuse-repeats"])
    expect(changed).toMatchObject({ action: "replaced", backup: null })
    expect(read(path)?.split(" --observe")).toHaveLength(1)
    await world.install(host)
    expect(read(path)).toBe(written)

    expect((await world.uninstall(host)).action).toBe("removed")
    expect(read(path)).toBe(text)
    expect(readdirSync(dirname(path)).filter((name) => name.endsWith(".bak"))).toEqual([])
    expect((await world.uninstall(host)).action).toBe("unchanged")
  },
)

test.for(SETTINGS_SAMPLES)(
  "$name: what the person changed since stays, to the byte",
  async ({ host, text }) => {
    const world = openWorld()
    const path = world.place(host)
    write(path, text)
    await world.install(host)
    const more = "\n\n \n"
    const written = read(path) ?? ""
    write(path, written + more)
    expect((await world.uninstall(host)).action).toBe("removed")
    expect(read(path)).toBe(text + more)
  },
)
