/** The tabs of the page in their order: one more is a line here, and its name under `tabs`. */
import type { ComponentType } from 'react'
import { OverviewTab, type TabProps } from './OverviewTab'
import { DomainsTab } from './policies/DomainsTab'
import { LogoTab } from './policies/LogoTab'
import { PoliciesTab } from './policies/PoliciesTab'

type Tab = { readonly id: string; readonly Content: ComponentType<TabProps> }

export const tabs: readonly Tab[] = [
  { id: 'overview', Content: OverviewTab },
  { id: 'domains', Content: DomainsTab },
  { id: 'logo', Content: LogoTab },
  { id: 'policies', Content: PoliciesTab },
]
