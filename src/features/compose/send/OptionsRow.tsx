/** How the mail goes: a copy in Sent, urgent, a receipt asked for, separately, later. */
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressKey } from '#contract/mail/domainSpelling'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { mediumDate } from '#src/components/text/mailDate'
import type { ComposeContent } from '../content'

const ScheduleDialog = lazyDialog(async () => (await import('../../sending')).LazyScheduleDialog)

const options = ['saveToSent', 'urgent', 'receipt', 'separate'] as const

type Props = {
  content: ComposeContent
  onChange: (change: Partial<ComposeContent>) => void
  /** What is wrong with the time. */
  fault: string | null
}

export function OptionsRow({ content, onChange, fault }: Props) {
  const { t, i18n } = useTranslation('compose')
  const [isAsking, setAsking] = useState(false)
  const faultId = useId()
  const { sendAt } = content
  const time = mediumDate(sendAt, i18n.language)

  function choose(option: (typeof options)[number], isOn: boolean) {
    if (option !== 'separate' || !isOn) return onChange({ [option]: isOn })
    // Nobody sees another recipient, so there is one line of them.
    const { to, cc, bcc } = content
    const once = new Map([...to, ...cc, ...bcc].map((one) => [addressKey(one.address), one]))
    onChange({ separate: true, to: [...once.values()], cc: [], bcc: [] })
  }

  return (
    <fieldset className="compose-options">
      <legend className="visually-hidden">{t('option.label')}</legend>
      {options.map((option) => (
        <label key={option} className="compose-option">
          <input type="checkbox" checked={content[option]} onChange={(event) => choose(option, event.target.checked)} />
          {t(`option.${option}`)}
        </label>
      ))}
      <span className="compose-schedule">
        <button
          type="button"
          className="ep-link"
          data-field="time"
          aria-describedby={fault === null ? undefined : faultId}
          onClick={() => setAsking(true)}
        >
          <ClockCircleOutlined aria-hidden="true" />{' '}
          {sendAt === null ? t('option.schedule') : t('option.scheduledFor', { time })}
        </button>
        {sendAt !== null && (
          <button
            type="button"
            className="compose-unschedule"
            aria-label={t('option.unschedule')}
            title={t('option.unschedule')}
            onClick={() => onChange({ sendAt: null })}
          >
            <span aria-hidden="true">×</span>
          </button>
        )}
      </span>
      {fault !== null && (
        <p className="compose-fault" id={faultId} role="alert">
          {fault}
        </p>
      )}
      {isAsking && (
        <ScheduleDialog
          chosen={sendAt}
          onClose={() => setAsking(false)}
          onChoose={(at) => {
            setAsking(false)
            onChange({ sendAt: at })
          }}
        />
      )}
    </fieldset>
  )
}
