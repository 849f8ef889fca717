/** Keeps the pictures in the text and the files of the mail in step: what is put in is sent along, what is no longer there is not shown. */
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type Squire from 'squire-rte'
import { attachedMark, remoteMark } from '#src/lib/html'
import { noticeShown } from '#src/store/shell/notices'
import { useAppDispatch } from '#src/store/typed'
import { takeFiles } from '../../attachments/attachFiles'
import { sendTaken } from '../../attachments/runningUploads'
import type { Composer } from '../../composer'
import { selectPicture } from '../caret'
import { fileOfPicture, isPicture, markedPictures, pictureAttributes } from './pastedPictures'
import { newContentId, pictureAddress, pictureFile, showOwnPicture, showPictures } from './pictures'

export function usePictures(editor: Squire | null, { key, content, uploads }: Composer) {
  const dispatch = useAppDispatch()
  const cids = useMemo(
    () => new Set([...content.attachments, ...uploads].flatMap(({ cid }) => cid ?? [])),
    [content.attachments, uploads],
  )
  const former = useRef<ReadonlySet<string>>(new Set())

  /** Takes pictures in with their files; null where they would go over what a mail may hold. */
  const take = useCallback(
    (files: readonly File[]) => {
      const wanted = files.map((file) => ({ file, cid: newContentId() }))
      const ids = dispatch(takeFiles(key, wanted))
      if (ids === null) return null
      void dispatch(sendTaken(key, ids))
      return wanted.map(({ file, cid }) => ({ src: showOwnPicture(key, cid, file), ...pictureAttributes(file, cid) }))
    },
    [dispatch, key],
  )

  const insert = useCallback(
    (files: readonly File[]) => {
      if (editor === null) return
      const pictures = take(files) ?? []
      if (pictures.length > 0) editor.saveUndoState()
      for (const { src, ...attributes } of pictures) editor.insertImage(src, attributes)
    },
    [editor, take],
  )

  useEffect(() => {
    if (editor === null) return
    const root = editor.getRoot()
    const refresh = () => showIn(root, key)
    void dispatch(showPictures(key)).then(refresh)
    // A picture whose upload was called off goes from the text too.
    const gone = [...former.current].filter((cid) => !cids.has(cid))
    former.current = cids
    const lost = markedPictures(root).filter((picture) => gone.includes(picture.getAttribute(attachedMark) ?? ''))
    for (const picture of lost) picture.remove()
    if (lost.length > 0) editor.fireEvent('input')
    // An Undo writes the addresses of then.
    editor.addEventListener('input', refresh)
    return () => {
      editor.removeEventListener('input', refresh)
    }
  }, [editor, key, cids, dispatch])

  useEffect(() => {
    if (editor === null) return
    const handleClick = ({ target }: Event) => {
      if (target !== null) selectPicture(editor, target)
    }
    editor.addEventListener('click', handleClick)
    /** What others' pages hold as data, or another text here as a file, becomes a file of this mail. */
    const handlePaste = (event: Event) => {
      const fragment: unknown = event instanceof CustomEvent ? event.detail.fragment : null
      if (!(fragment instanceof DocumentFragment)) return
      const pictures = markedPictures(fragment).filter(
        (picture) => picture.hasAttribute(attachedMark) || isEmbedded(picture),
      )
      const foreign = pictures.filter((picture) => !cids.has(picture.getAttribute(attachedMark) ?? ''))
      const found = foreign.flatMap((picture) => {
        const cid = picture.getAttribute(attachedMark)
        const file = cid === null ? fileOfPicture(picture.src) : pictureFile(cid)
        return file === null ? [] : [{ picture, file }]
      })
      const taken = found.length === 0 ? [] : take(found.map(({ file }) => file))
      for (const picture of foreign) {
        const at = found.findIndex((one) => one.picture === picture)
        const attributes = taken?.[at]
        if (attributes === undefined) picture.remove()
        else picture.setAttribute('src', attributes.src)
        if (attributes !== undefined) picture.setAttribute(attachedMark, attributes[attachedMark])
      }
      if (foreign.length > found.length) dispatch(noticeShown({ tone: 'info', message: 'compose:picture.notTaken' }))
    }
    editor.addEventListener('willPaste', handlePaste)
    return () => {
      editor.removeEventListener('click', handleClick)
      editor.removeEventListener('willPaste', handlePaste)
    }
  }, [editor, cids, take, dispatch])

  return {
    insert,
    /** Takes the pictures among some files, and answers the others. */
    insertAmong: (files: readonly File[]) => {
      const pictures = files.filter(isPicture)
      if (pictures.length > 0) insert(pictures)
      return files.filter((file) => !isPicture(file))
    },
  }
}

/** A remote picture's placeholder is data too. */
function isEmbedded(picture: HTMLImageElement): boolean {
  return picture.src.startsWith('data:') && !picture.hasAttribute(remoteMark)
}

function showIn(root: HTMLElement, key: string): void {
  for (const picture of markedPictures(root)) {
    const address = pictureAddress(key, picture.getAttribute(attachedMark) ?? '')
    if (address !== null && picture.getAttribute('src') !== address) picture.src = address
  }
}
