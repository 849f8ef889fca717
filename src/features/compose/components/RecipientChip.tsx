/** One recipient: red with its reason when it is no address; Enter edits, Delete removes, arrows move. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { plainName } from '../../../components/AddressText'
import { type Recipient, recipientText } from '../recipients'

type Props = {
  recipient: Recipient
  onEdit: () => void
  onRemove: () => void
  /** To the chip before (-1) or after (1). */
  onStep: (step: number) => void
}

export function RecipientChip({ recipient, onEdit, onRemove, onStep }: Props) {
  const { t } = useTranslation('compose')
  const text = plainName(recipientText(recipient))
  const reason = recipient.fault === null ? null : t(`fault.${recipient.fault}`)

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
    else if (event.key === 'ArrowLeft') onStep(-1)
    else if (event.key === 'ArrowRight') onStep(1)
    else return
    event.preventDefault()
  }

  return (
    <span className={reason === null ? 'compose-chip' : 'compose-chip compose-chip-bad'}>
      <button
        type="button"
        data-chip=""
        className="compose-chip-text"
        title={reason ?? recipient.address}
        onClick={onEdit}
        onKeyDown={handleKey}
      >
        <bdi>{text}</bdi>
        {reason !== null && <span className="compose-chip-reason">{reason}</span>}
      </button>
      <button
        type="button"
        tabIndex={-1}
        className="compose-chip-remove"
        aria-label={t('removeRecipient', { name: text })}
        onClick={onRemove}
      >
        <CloseOutlined aria-hidden="true" />
      </button>
    </span>
  )
}
