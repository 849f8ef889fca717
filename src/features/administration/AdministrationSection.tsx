/** The administrators' part of the settings: its tabs, of which the address names the open one. */
import Alert from 'antd/es/alert'
import Tabs from 'antd/es/tabs'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { administrationOverview } from '#contract/endpoints/organization/administration'
import { Answered } from '#src/components/antd/AntdPage'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { Skeleton } from '#src/components/state/Skeleton'
import { useReply } from '#src/store/ask'
import type { TabProps } from './OverviewTab'
import './administration.css'

type Tab = { readonly id: string; readonly Content: ComponentType<TabProps & { waiting?: ReactNode }> }

/** In their order: one more is a line here, and its name under `tabs`. */
const tabs: readonly Tab[] = [
  { id: 'overview', Content: lazyPiece(async () => (await import('./OverviewTab')).OverviewTab) },
  { id: 'members', Content: lazyPiece(async () => (await import('./MembersTab')).MembersTab) },
  { id: 'domains', Content: lazyPiece(async () => (await import('./policies/DomainsTab')).DomainsTab) },
  { id: 'logo', Content: lazyPiece(async () => (await import('./policies/LogoTab')).LogoTab) },
  { id: 'policies', Content: lazyPiece(async () => (await import('./policies/PoliciesTab')).PoliciesTab) },
  { id: 'log', Content: lazyPiece(async () => (await import('./LogTab')).LogTab) },
]

export function Administration() {
  const { t } = useTranslation('administration')
  const [search, setSearch] = useSearchParams()
  const answer = useReply(administrationOverview, {})
  const named = search.get('tab')
  const open = tabs.find(({ id }) => id === named) ?? tabs[0]
  // Dismissed while the page was open, or come by a link of somebody else's.
  if (answer.state === 'failed' && answer.code === 'notAllowed')
    return <Alert type="info" showIcon title={t('administratorsAlone')} />
  const handleOpen = (tab: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('tab', tab)
        return next
      },
      { replace: true },
    )
  return (
    <Answered answer={answer} keepsLast>
      {(overview) => (
        <Tabs
          className="administration-tabs"
          activeKey={open?.id ?? ''}
          onChange={handleOpen}
          destroyOnHidden
          items={tabs.map(({ id, Content }) => ({
            key: id,
            label: t(`tabs.${id}`),
            children: <Content overview={overview} onChanged={answer.retry} waiting={<Skeleton lines={4} />} />,
          }))}
        />
      )}
    </Answered>
  )
}
