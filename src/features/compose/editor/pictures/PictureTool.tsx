/** Puts a picture into the text; with one chosen there, describes it or takes it out. */
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type Squire from 'squire-rte'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { chosenPicture } from '../caret'
import { Tool } from '../Tool'

const PictureDialog = lazyDialog(async () => (await import('./PictureDialog')).PictureDialog)

type Props = { editor: Squire | null; onPictures: (files: readonly File[]) => void }

export function PictureTool({ editor, onPictures }: Props) {
  const { t } = useTranslation('compose')
  const picker = useRef<HTMLInputElement>(null)
  const [described, setDescribed] = useState<HTMLImageElement | null>(null)
  const chosen = editor === null ? null : chosenPicture(editor)

  function finish(change: (picture: HTMLImageElement) => void) {
    if (editor === null || described === null) return
    flushSync(() => setDescribed(null))
    editor.saveUndoState()
    change(described)
    editor.fireEvent('input')
    editor.focus()
  }

  return (
    <>
      <Tool
        label={t(chosen === null ? 'picture.insert' : 'picture.title')}
        isPressed={chosen === null ? undefined : true}
        onPress={() => (chosen === null ? picker.current?.click() : setDescribed(chosen))}
      >
        <PictureOutlined />
      </Tool>
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp,image/bmp,image/avif"
        multiple
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('picture.pick')}
        onChange={(event) => {
          onPictures([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {described !== null && (
        <PictureDialog
          description={described.alt}
          onClose={() => setDescribed(null)}
          onDescribe={(words) => finish((picture) => picture.setAttribute('alt', words))}
          onRemove={() => finish((picture) => picture.remove())}
        />
      )}
    </>
  )
}
