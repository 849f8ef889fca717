/** The tabs of the page in their order, each by itself: one more is a line here, and its name under `tabs`. */
import type { ComponentType } from 'react'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import type { TabProps } from './OverviewTab'

type Tab = { readonly id: string; readonly Content: ComponentType<TabProps> }

export const tabs: readonly Tab[] = [
  { id: 'overview', Content: lazyPiece(async () => (await import('./OverviewTab')).OverviewTab) },
  { id: 'members', Content: lazyPiece(async () => (await import('./MembersTab')).MembersTab) },
  { id: 'domains', Content: lazyPiece(async () => (await import('./policies/DomainsTab')).DomainsTab) },
  { id: 'logo', Content: lazyPiece(async () => (await import('./policies/LogoTab')).LogoTab) },
  { id: 'policies', Content: lazyPiece(async () => (await import('./policies/PoliciesTab')).PoliciesTab) },
  { id: 'log', Content: lazyPiece(async () => (await import('./LogTab')).LogTab) },
]
