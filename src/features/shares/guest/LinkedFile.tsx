/** A file that somebody linked to in a message: what it is called, and its download. */
import Button from 'antd/es/button'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { type askFileLink, downloadLinked } from '#contract/endpoints/files/links'
import type { ShareEnd } from '#contract/shares/shareRules'
import { isInWeChat } from '#src/components/browser/inWeChat'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { plainName } from '#src/components/text/AddressText'
import { fileSize } from '#src/components/text/fileSize'
import { mediumDate } from '#src/components/text/mailDate'
import type { Failure } from '#src/lib/http/outcome'
import { say } from '#src/store/ask'
import { loadChunk } from '#src/store/loadChunk'
import { useServices } from '#src/store/servicesContext'
import { useAppDispatch } from '#src/store/typed'
import { askLinkedFile, endOf, openLinkedFile } from '../shareThunks'
import { GuestFrame } from './GuestFrame'

type Stage =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly code: Failure['code'] }
  | { readonly kind: 'there'; readonly file: Reply<typeof askFileLink> }

type Props = { secret: string; onEnd: (reason: ShareEnd) => void }

export function LinkedFile({ secret, onEnd }: Props) {
  const dispatch = useAppDispatch()
  const [stage, setStage] = useState<Stage>({ kind: 'waiting' })

  const ask = useCallback(async () => {
    const outcome = await dispatch(askLinkedFile({ secret }))
    if (outcome.ok) return setStage({ kind: 'there', file: outcome.value })
    const end = endOf(outcome)
    if (end === null) setStage({ kind: 'failed', code: outcome.code })
    else onEnd(end)
  }, [dispatch, secret, onEnd])
  useEffect(() => void ask(), [ask])

  return (
    <GuestFrame>
      {stage.kind === 'waiting' && <Skeleton lines={3} />}
      {stage.kind === 'failed' && <ErrorNote message={`errors:${stage.code}`} onRetry={() => void ask()} />}
      {stage.kind === 'there' && <Offered file={stage.file} secret={secret} onEnd={onEnd} />}
    </GuestFrame>
  )
}

function Offered({ file, secret, onEnd }: Props & { file: Reply<typeof askFileLink> }) {
  const { t, i18n } = useTranslation('shares')
  const dispatch = useAppDispatch()
  const { linkTo } = useServices()
  const [isBusy, setBusy] = useState(false)

  async function handleDownload() {
    if (isBusy) return
    setBusy(true)
    const part = await dispatch(loadChunk(() => import('../../transfer')))
    const outcome = part && (await dispatch(openLinkedFile({ secret })))
    setBusy(false)
    if (part === null || outcome === null) return
    if (outcome.ok) return part.startDownload(linkTo(downloadLinked, { ticket: outcome.value.ticket }))
    const end = endOf(outcome)
    if (end === null) dispatch(say(outcome))
    else onEnd(end)
  }

  return (
    <div className="guest-closed">
      <h1>{t('fileTitle')}</h1>
      <p className="guest-linked-name">
        <bdi>{plainName(file.name) || t('unnamed')}</bdi>
      </p>
      <p className="shares-quiet">
        {fileSize(file.size, i18n.language)}
        {' · '}
        {t('fileUntil', { when: mediumDate(file.expiresAt, i18n.language) })}
      </p>
      {isInWeChat() && <p className="guest-bar">{t('weChat')}</p>}
      <Button type="primary" loading={isBusy} onClick={() => void handleDownload()}>
        {t('download')}
      </Button>
    </div>
  )
}
