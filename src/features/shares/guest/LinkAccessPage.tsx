/** `/linkAccess#s=` or `#f=`, of a file. A person opens it, so that no preview uses it up. */
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Reply } from '#contract/endpoint'
import type { readShare } from '#contract/endpoints/sending/shares'
import { type ShareEnd, shareLimits } from '#contract/shares/shareRules'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { EmptyState } from '#src/components/state/EmptyState'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import type { Failure } from '#src/lib/http/outcome'
import { pathTo } from '#src/store/routes/pathTo'
import { useServices } from '#src/store/servicesContext'
import { useCountdown } from '#src/store/shell/useCountdown'
import { useAppDispatch } from '#src/store/typed'
import { clockText } from '../clockText'
import { askAsGuest, endOf, forgetVisit, openAsGuest, readAsGuest, visitOf } from '../shareThunks'
import { GuestFrame } from './GuestFrame'
import { LinkedFile } from './LinkedFile'
import { SharedFilesView } from './SharedFilesView'
import { SharedMailView } from './SharedMailView'

type Read = Reply<typeof readShare>
type Stage =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly code: Failure['code'] }
  | { readonly kind: 'closed'; readonly needsCode: boolean }
  /** `until`: the end by this browser's clock, whatever that says. */
  | { readonly kind: 'open'; readonly visit: string; readonly read: Read; readonly until: number }

export function LinkAccessPage() {
  const { hash } = useLocation()
  const named = new URLSearchParams(hash.slice(1))
  const leave = useLeave()
  const secret = (named.get('s') ?? '').slice(0, 100)
  const file = (named.get('f') ?? '').slice(0, 100)
  if (file !== '') return <LinkedFile key={file} secret={file} onEnd={leave} />
  // Whoever copied a link may have left its end behind.
  return secret === '' ? <Incomplete /> : <Guest key={secret} secret={secret} />
}

function Incomplete() {
  const { t } = useTranslation('shares')
  return (
    <GuestFrame>
      <EmptyState titleAs="h1" title={t('incomplete')} hint={t('incompleteHint')} />
    </GuestFrame>
  )
}

/** Leads on to why there is nothing to read, and leaves the link out of the history. */
function useLeave() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return useCallback(
    (reason: ShareEnd) => {
      dispatch(forgetVisit())
      void navigate(pathTo('linkProhibit', {}, { reason }), { replace: true })
    },
    [dispatch, navigate],
  )
}

function Guest({ secret }: { secret: string }) {
  const dispatch = useAppDispatch()
  const { now } = useServices()
  const leave = useLeave()
  const [stage, setStage] = useState<Stage>({ kind: 'waiting' })
  const [turn, setTurn] = useState(0)

  const refused = useCallback(
    (failure: Failure) => {
      const end = endOf(failure)
      if (end === null) setStage({ kind: 'failed', code: failure.code })
      else leave(end)
    },
    [leave],
  )
  const read = useCallback(
    async (visit: string, onRefused: (failure: Failure) => void = refused) => {
      const outcome = await dispatch(readAsGuest({ visit }))
      if (!outcome.ok) return onRefused(outcome)
      const until = now() + outcome.value.expiresAt - outcome.value.now
      setStage({ kind: 'open', visit, read: outcome.value, until })
    },
    [dispatch, now, refused],
  )
  useEffect(() => {
    let isLeft = false
    const begin = async () => {
      if (turn > 0) setStage({ kind: 'waiting' })
      const visit = dispatch(visitOf(secret))
      await (visit === null ? ask() : read(visit, askWhereUnknown))
    }
    const ask = async () => {
      const outcome = await dispatch(askAsGuest({ secret }))
      if (isLeft) return
      if (outcome.ok) setStage({ kind: 'closed', needsCode: outcome.value.needsCode })
      else refused(outcome)
    }
    // The open that drew this visit may not have arrived.
    const askWhereUnknown = (failure: Failure) => (endOf(failure) === 'revoked' ? void ask() : refused(failure))
    void begin()
    return () => {
      isLeft = true
    }
  }, [dispatch, secret, turn, read, refused])

  if (stage.kind === 'open') return <Opened stage={stage} onEnd={leave} />
  return (
    <GuestFrame>
      {stage.kind === 'waiting' && <Skeleton lines={3} />}
      {stage.kind === 'failed' && (
        <ErrorNote message={`errors:${stage.code}`} onRetry={() => setTurn((count) => count + 1)} />
      )}
      {stage.kind === 'closed' && (
        <Closed secret={secret} needsCode={stage.needsCode} onOpened={read} onRefused={refused} />
      )}
    </GuestFrame>
  )
}

type ClosedProps = {
  secret: string
  needsCode: boolean
  onOpened: (visit: string) => Promise<void>
  onRefused: (failure: Failure) => void
}

type Values = { readonly code?: string }

/** Tells nothing of what is shared. */
function Closed({ secret, needsCode, onOpened, onRefused }: ClosedProps) {
  const { t } = useTranslation('shares')
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<FormFault | null>(null)

  async function handleOpen({ code = '' }: Values) {
    if (isBusy) return
    setBusy(true)
    const outcome = await dispatch(openAsGuest({ secret, code }))
    setBusy(false)
    if (outcome.ok) return onOpened(outcome.value.visit)
    if (outcome.code !== 'codeWrong') return onRefused(outcome)
    const { triesLeft } = outcome.payload
    setFault(
      typeof triesLeft === 'number'
        ? { field: 'code', message: 'shares:codeWrong', values: { count: triesLeft } }
        : { field: 'code', message: 'shares:codeEmpty' },
    )
  }

  return (
    <AntdForm<Values>
      className="guest-closed"
      fault={fault}
      onValuesChange={() => setFault(null)}
      onFinish={(values) => void handleOpen(values)}
    >
      <h1>{t('guestTitle')}</h1>
      <p className="shares-quiet">{t(needsCode ? 'guestCodeHint' : 'guestHint')}</p>
      {needsCode && (
        <FormRow isNarrow name="code" label={t('guestCode')}>
          <Input autoComplete="off" autoCapitalize="off" spellCheck={false} maxLength={shareLimits.codeMax * 2} />
        </FormRow>
      )}
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {t('open')}
      </Button>
    </AntdForm>
  )
}

type OpenedProps = { stage: Extract<Stage, { kind: 'open' }>; onEnd: (reason: ShareEnd) => void }

function Opened({ stage: { visit, read, until }, onEnd }: OpenedProps) {
  const { t } = useTranslation('shares')
  const seconds = useCountdown(until)
  useEffect(() => {
    if (seconds === 0) onEnd('expired')
  }, [seconds, onEnd])
  return (
    <GuestFrame aside={<span className="guest-left ep-number">{t('left', { time: clockText(seconds) })}</span>}>
      {read.shared.kind === 'files' ? (
        <SharedFilesView files={read.shared.files} visit={visit} onEnd={onEnd} />
      ) : (
        <SharedMailView mail={read.shared} visit={visit} onEnd={onEnd} />
      )}
    </GuestFrame>
  )
}
