/** Files that are too large for a message: offered as links, and put into its text once they are stored. */
import { nanoid } from '@reduxjs/toolkit'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { makeFileLink } from '#contract/endpoints/files/links'
import { addFile } from '#contract/endpoints/files/transfers'
import { fragmentForEditor, signatureMark } from '#src/lib/html'
import { type AppThunk, useAppDispatch } from '#src/store/typed'
import type { Composer } from '../composer'
import { selectComposer, uploadAdded, uploadChanged, uploadRemoved } from '../composeSlice'
import { oneLine } from '../content'
import type { Rewriting, TextHandle } from '../useWriting'
import { overFiles } from './attachFiles'
import { linkBlock } from './linkBlock'
import { halt, holdFile, sendTaken } from './runningUploads'
import type { Upload } from './upload'

type Made = Reply<typeof makeFileLink>

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

/** Begins to send what was not taken as attachments. */
function sendAsLinks(key: string): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { now }) => {
    const ids = (overFiles.get(key) ?? []).map((file) => {
      const { size } = file
      const name = oneLine(file.name)
      const begun = { sent: 0, uploadId: null, code: null, needsFile: false, asLink: true }
      const upload = { id: nanoid(), name, type: 'application/octet-stream', size, cid: null, ...begun }
      holdFile(upload.id, file)
      dispatch(uploadAdded({ key, upload, now: now() }))
      return upload.id
    })
    overFiles.delete(key)
    await dispatch(sendTaken(key, ids))
  }
}

/** What is refused its card says, and whoever took it out meanwhile wants no link. */
function linkTo(
  key: string,
  { id, name, stored = '' }: Upload,
  write: (made: Made) => boolean,
): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call, now }) => {
    const added = await call(addFile, { uploadId: stored, folder: '', name, same: 'number' })
    const made = added.ok ? await call(makeFileLink, { id: added.value.entry.id }) : added
    if (selectComposer(getState(), key)?.uploads.some((one) => one.id === id) !== true) return
    if (!made.ok) return void dispatch(uploadChanged({ key, id, change: { code: made.code } }))
    if (!write(made.value)) return
    halt(id)
    dispatch(uploadRemoved({ key, id, now: now() }))
  }
}

/** Puts a block above the signature and what is quoted. */
function above(blockOf: (isPlain: boolean) => string): Rewriting {
  return {
    formatted: (root) => {
      const next = root.querySelector(`:scope > [${signatureMark}], :scope > blockquote[type="cite"]`)
      root.insertBefore(fragmentForEditor(blockOf(false)), next)
    },
    plain: (text) => {
      const lines = text.split('\n')
      const found = lines.findIndex((line) => /^(?:-- ?$|>)/.test(line))
      const at = found < 0 ? lines.length : found
      return [...lines.slice(0, at), blockOf(true).trim(), '', ...lines.slice(at)].join('\n')
    },
  }
}
