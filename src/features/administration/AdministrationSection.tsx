/** The administrators' part of the settings: its tabs, of which the address names the open one. */
import Alert from 'antd/es/alert'
import Tabs from 'antd/es/tabs'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { administrationOverview } from '#contract/endpoints/organization/administration'
import { Answered } from '#src/components/antd/AntdPage'
import { useReply } from '#src/store/ask'
import { tabs } from './tabs'
import './administration.css'

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
          activeKey={open?.id ?? ''}
          onChange={handleOpen}
          destroyOnHidden
          items={tabs.map(({ id, Content }) => ({
            key: id,
            label: t(`tabs.${id}`),
            children: <Content overview={overview} onChanged={answer.retry} />,
          }))}
        />
      )}
    </Answered>
  )
}
