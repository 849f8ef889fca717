/** Begins a mail with a text that was kept, or keeps the present one. */
import SnippetsOutlined from '@ant-design/icons/es/icons/SnippetsOutlined'
import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/components/button/IconButton'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import type { Composer } from '../composer'
import type { TextHandle } from '../useWriting'

const TemplatesDialog = lazyDialog(async () => (await import('./TemplatesDialog')).TemplatesDialog)

type Props = {
  composer: Composer
  text: RefObject<TextHandle>
  onSubject: (subject: string) => void
}

export function TemplatesTool({ composer: { content }, text, onSubject }: Props) {
  const { t } = useTranslation('compose')
  const [isOpen, setOpen] = useState(false)

  return (
    <>
      <IconButton
        label={t('template.tool')}
        icon={<SnippetsOutlined />}
        aria-haspopup="dialog"
        onClick={() => {
          text.current.flush()
          setOpen(true)
        }}
      />
      {isOpen && (
        <TemplatesDialog
          content={content}
          onClose={() => setOpen(false)}
          onChoose={(subject, words) => {
            // The dialog gives the focus back to its button as it closes; the text is to have it.
            flushSync(() => setOpen(false))
            if (content.subject.trim() === '' && subject !== '') onSubject(subject)
            text.current.insert(words)
          }}
        />
      )}
    </>
  )
}
