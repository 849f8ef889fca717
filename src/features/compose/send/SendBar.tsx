/** What is done with the mail as a whole; on a phone it stays at the foot of the screen. */
import SendOutlined from '@ant-design/icons/es/icons/SendOutlined'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/components/button/Button'
import type { Composer } from '../composer'
import { DraftStatus } from '../draft/DraftStatus'

type Props = { composer: Composer; isDocked: boolean; onSave: () => void; onCancel: () => void }

export function SendBar({ composer, isDocked, onSave, onCancel }: Props) {
  const { t } = useTranslation('compose')
  const words = composer.isSending ? 'sending' : composer.content.sendAt === null ? 'send' : 'sendTimed'
  return (
    <div className="compose-bar">
      <Button tone="primary" type="submit" disabledReason={composer.isSending ? t('sending') : undefined}>
        <SendOutlined aria-hidden="true" /> {t(words)}
      </Button>
      <Button onClick={onSave}>{t('save')}</Button>
      {!isDocked && <Button onClick={onCancel}>{t('cancel')}</Button>}
      {!isDocked && <DraftStatus composer={composer} />}
      <span className="compose-hint">{t('sendHint')}</span>
    </div>
  )
}
