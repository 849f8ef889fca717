/** Files that are too large for a message are offered as links. */
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
  const isComposing = useRef(false)
  useEffect(() => {
    isShown.current = true
    const note = ({ type }: Event) => {
      isComposing.current = type === 'compositionstart'
    }
    const events = ['compositionstart', 'compositionend']
    for (const event of events) document.addEventListener(event, note)
    return () => {
      isShown.current = false
      for (const event of events) document.removeEventListener(event, note)
    }
  }, [])

  useEffect(() => {
    const { language } = i18n
    const until = (when: string) => t('linkUntil', { when })
    /** False where there is no text any more: it is done once the message is taken up again. */
    const write = async (made: Made) => {
      // A word that is being composed is not cut short.
      if (isComposing.current)
        await new Promise((done) => document.addEventListener('compositionend', done, { once: true }))
      if (isShown.current)
        text.current.rewrite(
          above((isPlain) => linkBlock([made], { isPlain, language, until })),
          true,
        )
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
