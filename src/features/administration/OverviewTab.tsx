/** What an administrator sees first: the organization, its seats, what it has sent. */
import Alert from 'antd/es/alert'
import Descriptions from 'antd/es/descriptions'
import Progress from 'antd/es/progress'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import type { administrationOverview } from '#contract/endpoints/organization/administration'

/** What every tab gets. */
export type TabProps = {
  overview: Reply<typeof administrationOverview>
  /** Something that the overview shows has changed. */
  onChanged: () => void
}

export function OverviewTab({ overview }: TabProps) {
  const { t } = useTranslation('administration')
  const { name, organization, seats, seatsUsed, sentToday, sendsPerDay, sendsPerMember, keepsAccounts } = overview
  return (
    <>
      {!keepsAccounts && <Alert type="info" showIcon title={t('elsewhere')} className="administration-note" />}
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          { key: 'name', label: t('overview.name'), children: name },
          { key: 'code', label: t('overview.code'), children: organization },
          {
            key: 'seats',
            label: t('overview.seats'),
            children: (
              <>
                {t('overview.used', { used: seatsUsed, count: seats })}
                <Used part={seatsUsed / seats} label={t('overview.seats')} />
              </>
            ),
          },
          {
            key: 'sent',
            label: t('overview.sent'),
            children: (
              <>
                {t('overview.sentOf', { sent: sentToday, count: sendsPerDay })}
                <Used part={sentToday / sendsPerDay} label={t('overview.sent')} />
              </>
            ),
          },
          { key: 'limit', label: t('overview.limit'), children: t('overview.messages', { count: sendsPerMember }) },
        ]}
      />
    </>
  )
}

function Used({ part, label }: { part: number; label: string }) {
  return <Progress percent={Math.min(100, Math.floor(part * 100))} showInfo={false} size="small" aria-label={label} />
}
