/** Files that are too large for a message: offered as links, which its text gets once they are there. */
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppDispatch } from '#src/store/typed'
import type { Composer } from '../composer'
import type { TextHandle } from '../useWriting'
import { linkBlock } from './linkBlock'
import { above, linkTo, type Made, sendAsLinks } from './linkUploads'

type Props = { composer: Composer; text: RefObject<TextHandle> }

export function FilesAsLinks({ composer: { key, fault, uploads }, text }: Props) {
  const { t, i18n } = useTranslation('files')
  const dispatch = useAppDispatch()
  /** Those that are being made links of. */
  const busy = useRef(new Set<string>())
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  useEffect(() => {
    const { language } = i18n
    const until = (when: string) => t('linkUntil', { when })
    /** False where there is no text any more: it is done once the message is taken up again. */
    const write = (made: Made) => {
      if (isShown.current) text.current.rewrite(above((isPlain) => linkBlock([made], { isPlain, language, until })))
      return isShown.current
    }
    for (const upload of uploads) {
      if (upload.stored === undefined || upload.code !== null || busy.current.has(upload.id)) continue
      busy.current.add(upload.id)
      void dispatch(linkTo(key, upload, write)).then(() => busy.current.delete(upload.id))
    }
  }, [dispatch, key, uploads, text, t, i18n])

  if (fault?.over === undefined) return null
  return (
    <p className="compose-hint-text">
      <button type="button" className="ep-link" onClick={() => void dispatch(sendAsLinks(key))}>
        {t('sendAsLinks')}
      </button>
    </p>
  )
}
