/**
 * A filter of system calls (seccomp), as bwrap reads it, that refuses the calls for the kernel's keyrings. Namespaces
 * share keyrings, so a program in a room could find the keys of the person who started proofloop. All other calls
 * work; on machines outside `REFUSED` all do.
 */
export function systemCallFilter(): Buffer {
  const blocks = Object.entries(REFUSED).map(([arch, numbers]) => blockOf(Number(arch), numbers))
  return Buffer.concat([instruction(LOAD, ARCH_AT), ...blocks, instruction(RETURN, ALLOW)])
}

/** Numbers of add_key, request_key and keyctl by the kernel's name of the machine (`AUDIT_ARCH_*`, linux/audit.h). */
const REFUSED: Readonly<Record<string, readonly number[]>> = {
  // x86-64, and the same with addresses of 32 bits.
  [0xc000003e]: [248, 249, 250, 0x400000f8, 0x400000f9, 0x400000fa],
  // i386
  [0x40000003]: [286, 287, 288],
  // AArch64
  [0xc00000b7]: [217, 218, 219],
  // ARM
  [0x40000028]: [309, 310, 311],
  // RISC-V of 64 bits
  [0xc00000f3]: [217, 218, 219],
  // POWER of 64 bits, little-endian
  [0xc0000015]: [269, 270, 271],
}

/** struct seccomp_data begins with the call's number. */
const NUMBER_AT = 0
const ARCH_AT = 4

const LOAD = 0x20
const JUMP_IF_EQUAL = 0x15
const RETURN = 0x06

const ALLOW = 0x7fff0000
/** The call fails as one that the kernel does not know (ENOSYS). */
const REFUSE = 0x00050000 + 38

/** Passed over on another machine. */
function blockOf(arch: number, numbers: readonly number[]): Buffer {
  const checks = numbers.flatMap((number) => [
    instruction(JUMP_IF_EQUAL, number, { unless: 1 }),
    instruction(RETURN, REFUSE),
  ])
  const block = [instruction(LOAD, NUMBER_AT), ...checks, instruction(RETURN, ALLOW)]
  return Buffer.concat([instruction(JUMP_IF_EQUAL, arch, { unless: block.length }), ...block])
}

/** struct sock_filter (linux/filter.h); `unless`: how many instructions to skip when a comparison fails. */
function instruction(code: number, value: number, { unless = 0 }: { readonly unless?: number } = {}): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(unless, 3)
  bytes.writeUInt32LE(value, 4)
  return bytes
}
