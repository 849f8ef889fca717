/** Keeps what organizations ask of their members. */
import type { PolicyName } from '#contract/endpoints/organization/policies'
import type { Change } from '../administrators.store'

export type Policies = Readonly<Record<PolicyName, boolean>>

export type PolicyStore = {
  /** Of nobody's, none is on; read anew each time, since other gateways change them too. */
  readonly of: (organization: string | null) => Promise<Policies & { readonly version: number }>
  /** False where `version` is not the one that stands. */
  readonly change: (
    change: Change,
    wanted: { readonly policy: PolicyName; readonly isOn: boolean; readonly version: number },
  ) => Promise<boolean>
  /** A `data:` address, or null for none. */
  readonly setLogo: (change: Change, logo: string | null) => Promise<void>
}
