/** Begins a mail with a text that was kept, or keeps the present one. */
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import type { Composer } from '../composer'
import { Tool } from '../editor/Tool'
import { insertedText } from './templates'

const TemplatesDialog = lazyDialog(async () => (await import('./TemplatesDialog')).TemplatesDialog)

type Props = {
  composer: Composer
  /** Brings the last words into the store. */
  flush: () => void
  onInsert: (words: string) => void
  onSubject: (subject: string) => void
}

export function TemplatesTool({ composer: { content }, flush, onInsert, onSubject }: Props) {
  const { t } = useTranslation('compose')
  const [isOpen, setOpen] = useState(false)

  return (
    <>
      <Tool
        label={t('template.tool')}
        isWide
        onPress={() => {
          flush()
          setOpen(true)
        }}
      >
        {t('template.tool')}
      </Tool>
      {isOpen && (
        <TemplatesDialog
          content={content}
          onClose={() => setOpen(false)}
          onChoose={({ subject, html }) => {
            // The dialog gives the focus back to its button as it closes; the text is to have it.
            flushSync(() => setOpen(false))
            if (content.subject.trim() === '' && subject !== '') onSubject(subject)
            onInsert(insertedText(html, content))
          }}
        />
      )}
    </>
  )
}
