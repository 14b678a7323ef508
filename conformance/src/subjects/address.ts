import { isPrivateAddress } from "@proofloop/stdlib/internal/critics"
import type { Subject } from "./subject.ts"

/** Which IP addresses nothing may be sent to. */
export const address: Subject = {
  name: "address",
  answer({ addresses }) {
    const list = Array.isArray(addresses) ? addresses.map(String) : []
    return { private: list.filter(isPrivateAddress), public: list.filter((one) => !isPrivateAddress(one)) }
  },
}
