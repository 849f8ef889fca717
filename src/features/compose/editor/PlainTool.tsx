/** Writes the mail as plain text alone, or formatted again; asks before formatting is lost. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { useAppDispatch, useAppStore } from '#src/store/typed'
import { selectComposer } from '../composeSlice'
import type { ComposeContent } from '../content'
import { losesFormatting, writeFormatted, writePlain } from './plainOrFormatted'
import { Tool } from './Tool'

const PlainDialog = lazyDialog(async () => (await import('./PlainDialog')).PlainDialog)

type Props = { composerKey: string; content: ComposeContent; flush: () => void }

export function PlainTool({ composerKey, content, flush }: Props) {
  const { t } = useTranslation('compose')
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const [isAsking, setAsking] = useState(false)

  function handlePress() {
    if (content.plain) {
      dispatch(writeFormatted(composerKey))
      return
    }
    flush()
    const written = selectComposer(store.getState(), composerKey)?.content
    if (written !== undefined && losesFormatting(written)) setAsking(true)
    else dispatch(writePlain(composerKey))
  }

  return (
    <>
      <Tool label={t('plain.switch')} isPressed={content.plain} isWide onPress={handlePress}>
        {t('plain.switch')}
      </Tool>
      {isAsking && (
        <PlainDialog
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            dispatch(writePlain(composerKey))
          }}
        />
      )}
    </>
  )
}
