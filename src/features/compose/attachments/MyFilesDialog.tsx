/** Takes files of My files into a message: copies count to its 50M, links stand in its text. */
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { makeFileLink } from '#contract/endpoints/files/links'
import { attachStoredFiles } from '#contract/endpoints/files/mailFiles'
import type { FileEntry } from '#contract/files/fileRules'
import { FilesPicker } from '#src/features/files'
import { say } from '#src/store/ask'
import { type AppThunk, useAppDispatch } from '#src/store/typed'
import type { Composer } from '../composer'
import { contentChanged, selectComposer } from '../composeSlice'
import { roomLeft } from '../send/sendChecks'
import type { TextHandle } from '../useWriting'
import { linkBlock } from './linkBlock'
import { pendingSizes } from './upload'

type Props = { composer: Composer; text: RefObject<TextHandle>; onClose: () => void }

export function MyFilesDialog({ composer, text, onClose }: Props) {
  const { t, i18n } = useTranslation('files')
  const dispatch = useAppDispatch()
  const { key, content, uploads } = composer

  async function handleChoice(files: readonly FileEntry[], way: 'copy' | 'link'): Promise<boolean> {
    if (way === 'copy') return dispatch(attachCopies(key, files))
    const made = await dispatch(linksTo(files))
    if (made.length === 0) return false
    // The dialog gives the focus back to its button as it closes; the text is to have it.
    flushSync(onClose)
    const until = (when: string) => t('linkUntil', { when })
    text.current.insert(linkBlock(made, { isPlain: content.plain, language: i18n.language, until }))
    return true
  }

  return (
    <FilesPicker
      room={Math.max(0, roomLeft(content, pendingSizes(uploads)))}
      onChoose={handleChoice}
      onClose={onClose}
    />
  )
}

function attachCopies(key: string, files: readonly FileEntry[]): AppThunk<Promise<boolean>> {
  return async (dispatch, getState, { call, now }) => {
    const outcome = await call(attachStoredFiles, { ids: files.map(({ id }) => id) })
    if (!outcome.ok) {
      dispatch(say(outcome))
      return false
    }
    // As it stands by now.
    const held = selectComposer(getState(), key)?.content.attachments ?? []
    const attachments = [...held, ...outcome.value.attachments]
    dispatch(contentChanged({ key, change: { attachments }, now: now() }))
    return true
  }
}

/** Those that came to be; the first refusal is said. */
function linksTo(files: readonly FileEntry[]): AppThunk<Promise<readonly Reply<typeof makeFileLink>[]>> {
  return async (dispatch, _getState, { call }) => {
    const made: Reply<typeof makeFileLink>[] = []
    for (const { id } of files) {
      const outcome = await call(makeFileLink, { id })
      if (!outcome.ok) {
        dispatch(say(outcome))
        return made
      }
      made.push(outcome.value)
    }
    return made
  }
}
