import { transcode } from "node:buffer"

/**
 * Compiling WebAssembly frees and allocates tens of megabytes in small blocks. In a thread, glibc returns them to the
 * system each time, and each new page costs a fault: a third of ruff's start. Glibc returns less once a block larger
 * than its limit has been freed (mallopt(3), M_MMAP_THRESHOLD). Elsewhere this does nothing.
 */
export function keepFreedMemory(): void {
  // Frees a copy of its input before it returns.
  transcode(Buffer.alloc(LARGE_BLOCK), "utf16le", "latin1")
}

const LARGE_BLOCK = 2 ** 20
