/** The mail's text, formatted or plain. */
import { type RefObject, useCallback } from 'react'
import type { Composer } from './composer'
import type { ComposeContent } from './content'
import { EditorBody } from './editor/EditorBody'
import { PlainBody } from './editor/PlainBody'
import type { TextHandle } from './useWriting'

type Props = {
  composer: Composer
  text: RefObject<TextHandle>
  takesFocus: boolean
  /** Whether the tools for formatting are shown. */
  isFormatting: boolean
  onChange: (change: Partial<ComposeContent>) => void
  onFiles: (files: readonly File[]) => void
}

export function ComposeBody({ composer, text, takesFocus, isFormatting, onChange, onFiles }: Props) {
  const { content } = composer
  const handleHtml = useCallback((html: string) => onChange({ html }), [onChange])
  // Once it was exchanged for the other, the text goes on where it was.
  const hasFocus = composer.bodyVersion > 0 || (takesFocus && content.to.length > 0 && composer.restorable === null)
  const shared = { composer, text, hasFocus, onFiles }
  return content.plain ? (
    <PlainBody {...shared} onChange={(words) => onChange({ text: words })} />
  ) : (
    <EditorBody {...shared} isFormatting={isFormatting} onChange={handleHtml} />
  )
}
