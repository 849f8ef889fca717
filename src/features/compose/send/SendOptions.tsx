/** How a mail goes: what was chosen of it in one row, and the button that opens all of it. */
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import { type RefObject, useCallback, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { mediumDate } from '#src/components/text/mailDate'
import { useAppDispatch } from '#src/store/typed'
import type { Composer } from '../composer'
import type { ComposeContent } from '../content'
import { pictureAddress } from '../editor/pictures/pictures'
import { switchPlain, writePlain } from '../editor/plainOrFormatted'
import type { TextHandle } from '../useWriting'

const OptionsPanel = lazyDialog(async () => (await import('./OptionsPanel')).OptionsPanel)
const ScheduleDialog = lazyDialog(async () => (await import('../../sending')).LazyScheduleDialog)
const OptionDialog = lazyDialog(async () => (await import('./OptionDialog')).OptionDialog)
const SendPreview = lazyDialog(async () => (await import('./SendPreview')).SendPreview)
const PlainDialog = lazyDialog(async () => (await import('../editor/PlainDialog')).PlainDialog)

type Chosen = {
  content: ComposeContent
  onChange: (change: Partial<ComposeContent>) => void
  /** What is wrong with the time. */
  fault: string | null
}

/** Only what is out of the ordinary: it stands there as long as it holds. */
export function ChosenOptions({ content, onChange, fault }: Chosen) {
  const { t, i18n } = useTranslation('compose')
  const [isTiming, setTiming] = useState(false)
  const faultId = useId()
  const { sendAt, card } = content
  const chosen = (['urgent', 'receipt', 'separate'] as const).filter((option) => content[option])
  if (chosen.length === 0 && sendAt === null && card === null && fault === null) return null
  return (
    <div className="compose-chosen">
      {chosen.map((option) => (
        <span key={option} className="compose-chosen-option">
          {t(`option.${option}`)}
        </span>
      ))}
      {card !== null && <CardChip name={card.name} onRemove={() => onChange({ card: null })} />}
      {sendAt !== null && (
        <span className="compose-schedule">
          <button
            type="button"
            className="ep-link"
            data-field="time"
            aria-describedby={fault === null ? undefined : faultId}
            onClick={() => setTiming(true)}
          >
            <ClockCircleOutlined aria-hidden="true" />{' '}
            {t('option.scheduledFor', { time: mediumDate(sendAt, i18n.language) })}
          </button>
          <button
            type="button"
            className="compose-unschedule"
            aria-label={t('option.unschedule')}
            title={t('option.unschedule')}
            onClick={() => onChange({ sendAt: null })}
          >
            <span aria-hidden="true">×</span>
          </button>
        </span>
      )}
      {fault !== null && (
        <p className="compose-fault" id={faultId} role="alert">
          {fault}
        </p>
      )}
      {isTiming && (
        <ScheduleDialog
          chosen={sendAt}
          onClose={() => setTiming(false)}
          onChoose={(at) => {
            setTiming(false)
            onChange({ sendAt: at })
          }}
        />
      )}
    </div>
  )
}

function CardChip({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTranslation('compose')
  return (
    <span className="compose-schedule">
      <bdi>{t('card.goes', { name })}</bdi>
      <button
        type="button"
        className="compose-unschedule"
        aria-label={t('card.leaveOut')}
        title={t('card.leaveOut')}
        onClick={onRemove}
      >
        <span aria-hidden="true">×</span>
      </button>
    </span>
  )
}

type Props = {
  composer: Composer
  text: RefObject<TextHandle>
  onChange: (change: Partial<ComposeContent>) => void
  onSave: () => void
}

type ToggleProps = { ref: RefObject<HTMLButtonElement | null>; isOpen: boolean; onToggle: () => void }

function PanelToggle({ ref, isOpen, onToggle }: ToggleProps) {
  const { t } = useTranslation('compose')
  return (
    <button
      type="button"
      ref={ref}
      className="ep-icon-button"
      aria-label={t('option.label')}
      title={t('option.label')}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <MoreOutlined aria-hidden="true" />
    </button>
  )
}

export function OptionsTool({ composer, text, onChange, onSave }: Props) {
  const { key, content } = composer
  const dispatch = useAppDispatch()
  const [open, setOpen] = useState<'panel' | 'time' | 'plain' | 'preview' | 'signature' | 'card' | 'files' | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(null)

  function handlePlain() {
    text.current.flush()
    dispatch(switchPlain(key, () => setOpen('plain')))
  }

  const pictureAt = useCallback((cid: string) => pictureAddress(key, cid), [key])

  return (
    <>
      <PanelToggle ref={button} isOpen={open === 'panel'} onToggle={() => setOpen(open === 'panel' ? null : 'panel')} />
      {open === 'panel' && (
        <OptionsPanel
          content={content}
          opener={button}
          onChange={onChange}
          onOpen={setOpen}
          onPlain={handlePlain}
          onPreview={() => {
            text.current.flush()
            setOpen('preview')
          }}
          onSave={onSave}
          onClose={close}
        />
      )}
      {open === 'time' && (
        <ScheduleDialog
          chosen={content.sendAt}
          onClose={close}
          onChoose={(at) => {
            close()
            onChange({ sendAt: at })
          }}
        />
      )}
      {(open === 'signature' || open === 'card' || open === 'files') && (
        <OptionDialog kind={open} composer={composer} text={text} onChange={onChange} onClose={close} />
      )}
      {open === 'preview' && <SendPreview composer={composer} pictureAt={pictureAt} onClose={close} />}
      {open === 'plain' && (
        <PlainDialog
          onClose={close}
          onConfirm={() => {
            close()
            dispatch(writePlain(key))
          }}
        />
      )}
    </>
  )
}
