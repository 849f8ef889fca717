/** The mail's text, formatted or plain, and what can be done to either. */
import { useCallback, useRef } from 'react'
import type { Composer } from './composer'
import type { ComposeContent } from './content'
import { EditorBody } from './editor/EditorBody'
import { PlainBody } from './editor/PlainBody'
import { PlainTool } from './editor/PlainTool'
import { TemplatesTool } from './templates/TemplatesTool'

type Props = {
  composer: Composer
  takesFocus: boolean
  onChange: (change: Partial<ComposeContent>) => void
  onFiles: (files: readonly File[]) => void
  /** Hands out the way to read the last words at once. */
  onReady: (flush: () => void) => void
}

export function ComposeBody({ composer, takesFocus, onChange, onFiles, onReady }: Props) {
  const { key, content } = composer
  const flushEditor = useRef(() => {})
  const flush = useCallback(() => flushEditor.current(), [])
  const handleReady = useCallback(
    (ready: () => void) => {
      flushEditor.current = ready
      onReady(ready)
    },
    [onReady],
  )
  const handleHtml = useCallback((html: string) => onChange({ html }), [onChange])

  const tools = (insert: (words: string) => void) => (
    <>
      <TemplatesTool
        composer={composer}
        flush={flush}
        onInsert={insert}
        onSubject={(subject) => onChange({ subject })}
      />
      <PlainTool composerKey={key} content={content} flush={flush} />
    </>
  )
  // Once it was exchanged for the other, the text goes on where it was.
  const wantsFocus = composer.bodyVersion > 0 || (takesFocus && content.to.length > 0 && composer.restorable === null)
  const shared = { composer, onFiles, tools, hasFocus: wantsFocus }
  return content.plain ? (
    <PlainBody {...shared} onChange={(text) => onChange({ text })} />
  ) : (
    <EditorBody {...shared} onChange={handleHtml} onReady={handleReady} />
  )
}
