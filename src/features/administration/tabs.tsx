/** The tabs of the page in their order: one more is a line here, and its name under `tabs`. */
import type { ComponentType } from 'react'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { LogTab } from './LogTab'
import { MembersTab } from './MembersTab'
import { OverviewTab, type TabProps } from './OverviewTab'

type Tab = { readonly id: string; readonly Content: ComponentType<TabProps> }

// Each by itself: whoever looks at one fetches no other.
const DomainsTab = lazyPiece<TabProps>(async () => (await import('./policies/DomainsTab')).DomainsTab)
const LogoTab = lazyPiece<TabProps>(async () => (await import('./policies/LogoTab')).LogoTab)
const PoliciesTab = lazyPiece<TabProps>(async () => (await import('./policies/PoliciesTab')).PoliciesTab)

export const tabs: readonly Tab[] = [
  { id: 'overview', Content: OverviewTab },
  { id: 'members', Content: MembersTab },
  { id: 'domains', Content: DomainsTab },
  { id: 'logo', Content: LogoTab },
  { id: 'policies', Content: PoliciesTab },
  { id: 'log', Content: LogTab },
]
