/** Keeps domains that organizations have yet to prove. */
import type { claimStates, proofStates } from '#contract/endpoints/organization/domains'
import type { Change } from '../administrators.store'

export type DomainClaim = {
  /** In lower case and A-labels; several organizations may claim it. */
  readonly domain: string
  /** What the TXT record has to say: of this claim alone. */
  readonly token: string
  readonly state: (typeof claimStates)[number]
  readonly found: readonly string[]
  readonly addedAt: number
  readonly checkedAt: number | null
}

/** A domain that an organization has. */
export type DomainProof = {
  readonly domain: string
  /** Null where the operator gave it, or it was proved before tokens were kept. */
  readonly token: string | null
  readonly state: (typeof proofStates)[number]
  readonly checkedAt: number | null
}

export type DomainClaims = {
  /** The oldest first. */
  readonly list: (organization: string) => Promise<readonly DomainClaim[]>
  /** One from after `since` stays, an older one is replaced; false where `most` others stand. */
  readonly add: (
    change: Change,
    claim: Pick<DomainClaim, 'domain' | 'token'> & { readonly most: number; readonly since: number },
  ) => Promise<boolean>
  readonly note: (
    organization: string,
    domain: string,
    seen: Pick<DomainClaim, 'state' | 'found' | 'checkedAt'>,
  ) => Promise<void>
  /**
   * `taken`: of another, or with addresses of others; `full`: `most` are had. The claim stays then.
   * `gone`: no such claim.
   */
  readonly prove: (
    change: Change,
    claim: Pick<DomainClaim, 'domain' | 'token'> & { readonly most: number },
  ) => Promise<'proved' | 'taken' | 'full' | 'gone'>
  /** A claim, or a proof that no address is of; how many addresses keep it. */
  readonly remove: (change: Change, domain: string) => Promise<'removed' | 'unknown' | number>
  /** By their names. */
  readonly proofs: (organization: string) => Promise<readonly DomainProof[]>
  readonly noteProof: (organization: string, seen: Omit<DomainProof, 'token'>) => Promise<void>
  /** Of all organizations. */
  readonly proved: () => Promise<readonly string[]>
  /** How many members have an address of each domain. */
  readonly addresses: (organization: string) => Promise<ReadonlyMap<string, number>>
  readonly sweep: (before: number) => Promise<void>
}
