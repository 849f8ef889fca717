/** How the mail goes: a copy in Sent, urgent, a receipt asked for, separately, later, as plain text. */
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import HighlightOutlined from '@ant-design/icons/es/icons/HighlightOutlined'
import IdcardOutlined from '@ant-design/icons/es/icons/IdcardOutlined'
import SaveOutlined from '@ant-design/icons/es/icons/SaveOutlined'
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addressKey } from '#contract/mail/domainSpelling'
import { useSetting } from '#src/store/settings/useSetting'
import type { ComposeContent } from '../content'

const options = ['saveToSent', 'urgent', 'receipt', 'separate'] as const

type Props = {
  content: ComposeContent
  /** The button that opened it, on which a press closes it by itself. */
  opener: RefObject<HTMLElement | null>
  onChange: (change: Partial<ComposeContent>) => void
  onOpen: (dialog: 'time' | 'files' | 'signature' | 'card') => void
  onPlain: () => void
  onPreview: () => void
  onSave: () => void
  onClose: () => void
}

export function OptionsPanel({ content, opener, onChange, onClose, ...deeds }: Props) {
  const { t } = useTranslation('compose')
  const panel = useRef<HTMLFieldSetElement>(null)
  const offered = useSetting('askReceipt') === 'never' ? options.filter((one) => one !== 'receipt') : options
  const isOutside = useOutside(panel, opener, onClose)

  function leave(then: () => void) {
    onClose()
    opener.current?.focus()
    then()
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    leave(() => {})
  }

  return (
    <fieldset
      ref={panel}
      className="compose-options"
      onKeyDown={handleKey}
      onBlur={({ relatedTarget }: FocusEvent) => isOutside(relatedTarget) && onClose()}
    >
      <legend className="visually-hidden">{t('option.label')}</legend>
      {offered.map((option) => (
        <label key={option} className="compose-option">
          <input
            type="checkbox"
            checked={content[option]}
            onChange={(event) => onChange(changeBy(content, option, event.target.checked))}
          />
          {t(`option.${option}`)}
        </label>
      ))}
      <label className="compose-option">
        <input type="checkbox" checked={content.plain} onChange={() => leave(deeds.onPlain)} />
        {t('plain.switch')}
      </label>
      <Openers onOpen={(dialog) => leave(() => deeds.onOpen(dialog))} />
      <button type="button" className="compose-option" onClick={() => leave(deeds.onPreview)}>
        <EyeOutlined aria-hidden="true" /> {t('preview.title')}
      </button>
      <button type="button" className="compose-option" onClick={() => leave(deeds.onSave)}>
        <SaveOutlined aria-hidden="true" /> {t('save')}
      </button>
    </fieldset>
  )
}

function Openers({ onOpen }: Pick<Props, 'onOpen'>) {
  const { t } = useTranslation('compose')
  return (
    <>
      <button type="button" className="compose-option" onClick={() => onOpen('time')}>
        <ClockCircleOutlined aria-hidden="true" /> {t('option.schedule')}
      </button>
      <button type="button" className="compose-option" onClick={() => onOpen('files')}>
        <FolderOpenOutlined aria-hidden="true" /> {t('option.files')}
      </button>
      <button type="button" className="compose-option" onClick={() => onOpen('signature')}>
        <HighlightOutlined aria-hidden="true" /> {t('signature.choose')}
      </button>
      <button type="button" className="compose-option" onClick={() => onOpen('card')}>
        <IdcardOutlined aria-hidden="true" /> {t('card.choose')}
      </button>
    </>
  )
}

function changeBy(content: ComposeContent, option: (typeof options)[number], isOn: boolean): Partial<ComposeContent> {
  if (option !== 'separate' || !isOn) return { [option]: isOn }
  // Nobody sees another recipient, so there is one line of them.
  const { to, cc, bcc } = content
  const once = new Map([...to, ...cc, ...bcc].map((one) => [addressKey(one.address), one]))
  return { separate: true, to: [...once.values()], cc: [], bcc: [] }
}

/** Takes the focus, and closes at a press elsewhere; answers what is elsewhere. */
function useOutside(panel: Props['opener'], opener: Props['opener'], onClose: () => void) {
  const isOutside = (target: EventTarget | null) =>
    target instanceof Node && !panel.current?.contains(target) && !opener.current?.contains(target)
  const handlePress = useEffectEvent(({ target }: PointerEvent) => {
    if (isOutside(target)) onClose()
  })
  useEffect(() => {
    panel.current?.querySelector('input')?.focus()
    const listen = (event: PointerEvent) => handlePress(event)
    document.addEventListener('pointerdown', listen)
    return () => document.removeEventListener('pointerdown', listen)
  }, [panel])
  return isOutside
}
