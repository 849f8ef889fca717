/** The tabs of the page in their order: one more is a line here, and its name under `tabs`. */
import type { ComponentType } from 'react'
import { OverviewTab, type TabProps } from './OverviewTab'

type Tab = { readonly id: string; readonly Content: ComponentType<TabProps> }

export const tabs: readonly Tab[] = [{ id: 'overview', Content: OverviewTab }]
