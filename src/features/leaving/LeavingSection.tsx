/** Takes everything along in one archive, and closes the account. */
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { closingState } from '#contract/endpoints/account/leaving'
import { leavingLimits } from '#contract/leaving/leavingRules'
import { Answered } from '#src/components/antd/AntdPage'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { minuteDate } from '#src/components/text/mailDate'
import { useReply } from '#src/store/ask'
import { ArchivePart } from './ArchivePart'
import './leaving.css'

const LazyCloseDialog = lazyDialog(async () => (await import('./CloseDialog')).CloseDialog)

export function LeavingSection() {
  const { t } = useTranslation('leaving')
  const answer = useReply(closingState, {})
  return (
    <div className="leaving">
      <ArchivePart />
      <section aria-labelledby="leaving-close">
        <h2 id="leaving-close">{t('close.title')}</h2>
        <Answered answer={answer}>{(state) => <Closing state={state} />}</Answered>
      </section>
    </div>
  )
}

type State = Reply<typeof closingState>
const consequences = ['signIns', 'mail', 'after', 'name'] as const

function Closing({ state: { isOffered, organization, needsCode, tier, dueTime } }: { state: State }) {
  const { t, i18n } = useTranslation(['leaving', 'layout'])
  const [isOpen, setOpen] = useState(false)
  if (!isOffered) return <Alert type="info" showIcon title={t('leaving:close.elsewhere')} />
  if (organization !== null)
    return <Alert type="info" showIcon title={t('leaving:close.organization', { organization })} />
  const days = leavingLimits.returnDays
  return (
    <>
      <ul className="leaving-consequences">
        {consequences.map((key) => (
          <li key={key}>{t(`leaving:close.${key}`, { days })}</li>
        ))}
        {tier !== 'free' && (
          <li>
            {t(dueTime === null ? 'leaving:close.tier' : 'leaving:close.tierUntil', {
              tier: t(`layout:tier.${tier}`),
              date: dueTime === null ? '' : minuteDate(dueTime, i18n.language),
            })}
          </li>
        )}
      </ul>
      <p className="leaving-quiet">{t('leaving:close.exportFirst')}</p>
      <Button onClick={() => setOpen(true)}>{t('leaving:close.open')}</Button>
      {isOpen && <LazyCloseDialog needsCode={needsCode} onClose={() => setOpen(false)} />}
    </>
  )
}
