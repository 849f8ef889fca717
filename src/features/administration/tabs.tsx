/** The tabs of the page in their order: one more is a line here, and its name under `tabs`. */
import type { ComponentType } from 'react'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { OverviewTab, type TabProps } from './OverviewTab'

type Content = ComponentType<TabProps>

// Each by itself: whoever looks at one fetches no other.
const MembersTab: Content = lazyPiece(async () => (await import('./MembersTab')).MembersTab)
const DomainsTab: Content = lazyPiece(async () => (await import('./policies/DomainsTab')).DomainsTab)
const LogoTab: Content = lazyPiece(async () => (await import('./policies/LogoTab')).LogoTab)
const PoliciesTab: Content = lazyPiece(async () => (await import('./policies/PoliciesTab')).PoliciesTab)
const LogTab: Content = lazyPiece(async () => (await import('./LogTab')).LogTab)

export const tabs: readonly { readonly id: string; readonly Content: Content }[] = [
  { id: 'overview', Content: OverviewTab },
  { id: 'members', Content: MembersTab },
  { id: 'domains', Content: DomainsTab },
  { id: 'logo', Content: LogoTab },
  { id: 'policies', Content: PoliciesTab },
  { id: 'log', Content: LogTab },
]
