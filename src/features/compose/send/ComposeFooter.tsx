/** What is done with the mail as a whole; it stays at the foot, whatever is scrolled above it. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import FontColorsOutlined from '@ant-design/icons/es/icons/FontColorsOutlined'
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import SendOutlined from '@ant-design/icons/es/icons/SendOutlined'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/components/button/Button'
import { IconButton } from '#src/components/button/IconButton'
import type { Composer } from '../composer'
import type { ComposeContent } from '../content'
import { DraftStatus } from '../draft/DraftStatus'
import { TemplatesTool } from '../templates/TemplatesTool'
import type { TextHandle } from '../useWriting'
import { SendCount } from './SendCount'
import { ChosenOptions, OptionsTool } from './SendOptions'
import type { FaultField } from './sendChecks'

type Props = {
  composer: Composer
  text: RefObject<TextHandle>
  /** Whether the tools for formatted text are shown. */
  formatting: { readonly isOn: boolean; readonly toggle: () => void }
  faultText: (field: FaultField) => string | null
  onChange: (change: Partial<ComposeContent>) => void
  onAttach: () => void
  onSave: () => void
  onDiscard: () => void
  /** Left out in a window, whose title bar closes it and says where its text is. */
  onCancel?: () => void
}

export function ComposeFooter({ composer, text, formatting, faultText, onChange, ...deeds }: Props) {
  const { t } = useTranslation('compose')
  const { key, content } = composer
  const words = composer.isSending ? 'sending' : content.sendAt === null ? 'send' : 'sendTimed'
  return (
    <div className="compose-foot">
      <ChosenOptions content={content} onChange={onChange} fault={faultText('time')} />
      <SendCount />
      <div className="compose-bar">
        <Button tone="primary" type="submit" disabledReason={composer.isSending ? t('sending') : undefined}>
          <SendOutlined aria-hidden="true" /> <span>{t(words)}</span>
        </Button>
        <IconButton
          label={t('files.add')}
          icon={<PaperClipOutlined />}
          data-field="attachments"
          aria-describedby={faultText('attachments') === null ? undefined : `${key}-files-fault`}
          onClick={deeds.onAttach}
        />
        {!content.plain && (
          <IconButton
            label={t('tool.bar')}
            icon={<FontColorsOutlined />}
            aria-pressed={formatting.isOn}
            onClick={formatting.toggle}
          />
        )}
        <TemplatesTool composer={composer} text={text} onSubject={(subject) => onChange({ subject })} />
        <OptionsTool composer={composer} text={text} onChange={onChange} onSave={deeds.onSave} />
        {deeds.onCancel === undefined ? (
          <span className="compose-hint">{t('sendHint')}</span>
        ) : (
          <DraftStatus composer={composer} />
        )}
        <IconButton label={t('discard')} icon={<DeleteOutlined />} onClick={deeds.onDiscard} />
        {deeds.onCancel !== undefined && <Button onClick={deeds.onCancel}>{t('cancel')}</Button>}
      </div>
    </div>
  )
}
