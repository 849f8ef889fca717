/** Asks for a folder of My files, and has the gateway copy attachments of a message there. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { saveAttachments } from '#contract/endpoints/files/mailFiles'
import type { SameNameWay } from '#contract/files/fileRules'
import { AntdScope } from '#src/components/antd/AntdScope'
import { useConfirm } from '#src/components/antd/useConfirm'
import { randomHex } from '#src/lib/hash/randomHex'
import type { Failure, Outcome } from '#src/lib/http/outcome'
import { say } from '#src/store/ask'
import { noticeShown } from '#src/store/shell/notices'
import { type AppThunk, useAppDispatch } from '#src/store/typed'
import { FolderPicker } from '../mine/FolderPicker'
import { filesChanged } from '../mine/filesSlice'
import '../files.css'

type Props = {
  mailId: string
  /** MIME parts. */
  parts: readonly string[]
  onClose: () => void
}

export function AttachmentSaver(props: Props) {
  return (
    <AntdScope>
      <Saver {...props} />
    </AntdScope>
  )
}

/** Attachments of one request, which a mail server has to give within its time. */
const atOnce = 20
const noFolders: ReadonlySet<string> = new Set()

type Act = Props & { readonly folder: string; readonly same: SameNameWay; readonly key: string }

/** The first refusal as it came: what is stored by then stays, and is known by the key. */
function save({ mailId, parts, folder, same, key }: Act): AppThunk<Promise<Outcome<Reply<typeof saveAttachments>>>> {
  return async (dispatch, _getState, { call }) => {
    for (let at = 0; at < parts.length; at += atOnce) {
      const some = parts.slice(at, at + atOnce)
      const outcome = await call(saveAttachments, { id: mailId, parts: some, folder, same, key })
      if (!outcome.ok) {
        const { saved } = outcome.payload
        const before = at + (typeof saved === 'number' ? saved : 0)
        if (before > 0) dispatch(filesChanged())
        return { ...outcome, payload: { ...outcome.payload, saved: before } }
      }
      dispatch(filesChanged())
    }
    return { ok: true, value: { saved: parts.length } }
  }
}

function Saver(props: Props) {
  const { t } = useTranslation('files')
  const dispatch = useAppDispatch()
  const { confirm, holder } = useConfirm()
  const [key] = useState(() => randomHex(16))
  const count = props.parts.length

  async function handleChoice(folder: string, same: SameNameWay = 'ask'): Promise<boolean> {
    const outcome = await dispatch(save({ ...props, folder, same, key }))
    if (!outcome.ok && outcome.code === 'fileExists' && same === 'ask') {
      const title = t('sameTitle', { name: String(outcome.payload.name ?? '') })
      if (await confirm({ title, text: t('saveSameHint'), yes: t('keepBoth') })) return handleChoice(folder, 'number')
      tellPart(outcome)
      return false
    }
    if (outcome.ok) dispatch(noticeShown({ tone: 'success', message: 'files:savedCount', params: { count } }))
    else {
      dispatch(say(outcome))
      tellPart(outcome)
    }
    return outcome.ok
  }

  function tellPart({ payload: { saved } }: Failure) {
    if (typeof saved === 'number' && saved > 0)
      dispatch(noticeShown({ tone: 'info', message: 'files:savedPartly', params: { saved, count } }))
  }

  return (
    <>
      <FolderPicker
        title={t('saveTitle', { count })}
        submit={t('saveHere')}
        without={noFolders}
        onChoose={handleChoice}
        onClose={props.onClose}
      />
      {holder}
    </>
  )
}
