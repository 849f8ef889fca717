import Button from 'antd/es/button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { Answered } from '../../components/antd/AntdPage'
import { EmptyState } from '../../components/state/EmptyState'
import { sumText } from '../../components/text/priceText'
import type { Reply } from '../../contract/endpoint'
import { userInfos } from '../../contract/endpoints/account/orders'
import { isVip, type TierId, tiers } from '../../contract/tiers'
import { useReply } from '../../store/ask'
import { MembershipState } from './MembershipState'
import { OrderSum } from './OrderSum'
import { PayFrame } from './PayFrame'

type Membership = Reply<typeof userInfos>

/** Those that can be ordered: above a tier that still goes, and any other once it is over. */
function choicesOf({ tier, state, dueTime, prices }: Membership): readonly TierId[] {
  if (isVip(tier) && dueTime === null) return []
  const least = isVip(tier) && state === 'active' ? tiers[tier].fenPerMonth : 0
  return prices.filter((it) => it.tier !== tier && it.fenPerMonth > least).map((it) => it.tier)
}

/** Chooses a tier, with what changes and what it costs. */
export function UpgradePage() {
  const { t } = useTranslation('membership')
  const membership = useReply(userInfos, {})
  const noChoice = (dueTime: number | null) =>
    dueTime === null ? { title: t('noEnd'), hint: t('noEndHint') } : { title: t('highest'), hint: t('highestHint') }
  return (
    <PayFrame title={t('upgradeTitle')} methods={membership.last?.methods ?? null}>
      <Answered answer={membership} lines={8}>
        {(reply) => (
          <>
            <MembershipState membership={reply} />
            {choicesOf(reply).length === 0 ? (
              <EmptyState {...noChoice(reply.dueTime)} />
            ) : (
              <TierChoice present={reply.tier} choices={choicesOf(reply)} />
            )}
          </>
        )}
      </Answered>
    </PayFrame>
  )
}

function TierChoice({ present, choices }: { present: TierId; choices: readonly TierId[] }) {
  const { t } = useTranslation(['membership', 'layout'])
  const [search] = useSearchParams()
  const wished = choices.find((tier) => tier === search.get('tier'))
  const [chosen, setChosen] = useState(wished ?? choices[0])
  return (
    <div className="membership-choice">
      <ul className="membership-tiers">
        {choices.map((tier) => (
          <li key={tier} className={tier === chosen ? 'membership-tier membership-tier-chosen' : 'membership-tier'}>
            <h2>{t(`layout:tier.${tier}`)}</h2>
            <p className="membership-price">
              <strong>{sumText(tiers[tier].fenPerMonth)}</strong> {t('perMonth')}
            </p>
            <Changes from={present} to={tier} />
            <Button
              block
              type={tier === chosen ? 'primary' : 'default'}
              aria-pressed={tier === chosen}
              aria-label={t('chooseTier', { tier: t(`layout:tier.${tier}`) })}
              onClick={() => setChosen(tier)}
            >
              {t(tier === chosen ? 'chosen' : 'choose')}
            </Button>
          </li>
        ))}
      </ul>
      {chosen !== undefined && <OrderSum tier={chosen} />}
    </div>
  )
}

const gibibyte = 1024 ** 3

/** What a tier allows, and what that was before. */
function Changes({ from, to }: { from: TierId; to: TierId }) {
  const { t } = useTranslation('membership')
  const figures = (id: TierId) => {
    const { quotaBytes, recipientsPerMail, sendsPerDay, recallsPerMonth, scheduleDays } = tiers[id]
    return { space: quotaBytes / gibibyte, recipientsPerMail, sendsPerDay, recallsPerMonth, scheduleDays }
  }
  const [before, after] = [figures(from), figures(to)]
  const kinds = ['space', 'recallsPerMonth', 'sendsPerDay', 'recipientsPerMail', 'scheduleDays'] as const
  return (
    <ul className="membership-changes">
      {kinds.map((kind) => (
        <li key={kind}>
          {t(`figure.${kind}`, { count: after[kind] })}
          {before[kind] !== after[kind] && <small> {t('before', { count: before[kind] })}</small>}
        </li>
      ))}
      {tiers[to].canRecover && <li>{t('figure.recovery')}</li>}
    </ul>
  )
}
