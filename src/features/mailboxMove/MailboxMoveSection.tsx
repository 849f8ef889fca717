/** Carries the mailbox to an address of the own organization, and shows how far it is. */
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import Progress from 'antd/es/progress'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { corporateDomains } from '#contract/endpoints/account/account'
import { cancelMailboxMove, mailboxMove, startMailboxMove } from '#contract/endpoints/organization/mailboxMove'
import { readableAddress, readableDomain } from '#contract/mail/domainSpelling'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { Answered } from '#src/components/antd/AntdPage'
import { useConfirm } from '#src/components/antd/useConfirm'
import { minuteDate } from '#src/components/text/mailDate'
import { outcomeOf, usePolling, useReply } from '#src/store/ask'
import { useServices } from '#src/store/servicesContext'
import { selectUsername } from '#src/store/session/session'
import { readStoredOrganization } from '#src/store/session/storedSession'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import './mailboxMove.css'

type State = Reply<typeof mailboxMove>
type Domains = Reply<typeof corporateDomains>
type Shown = { state: State; onState: (state: State) => void }

/** Milliseconds between two looks at how far it is. */
const pollMs = 1_000

export function MailboxMoveSection() {
  const { t } = useTranslation('mailboxMove')
  const { stored } = useServices()
  const organization = readStoredOrganization(stored)
  const answer = useReply(mailboxMove, {})
  usePolling(answer, answer.last?.state === 'running' || answer.last?.state === 'cancelling', pollMs)
  if (answer.state === 'failed' && answer.code === 'serverCannot')
    return <Alert type="info" showIcon title={t('elsewhere')} />
  return (
    <Answered answer={answer} keepsLast lines={2}>
      {(state) => {
        const shown = { state, onState: answer.replace }
        if (state.state === 'running' || state.state === 'cancelling') return <Running {...shown} />
        // Whoever left the organization meanwhile still cancels it.
        if (state.state === 'failed')
          return <Failed {...shown} canResume={organization !== null && !state.isCancelled} />
        return (
          <>
            {state.state === 'done' && <Done state={state} />}
            {organization !== null && <Begin {...shown} organization={organization} />}
            {organization === null && state.state === 'none' && <p>{t('membersAlone')}</p>}
          </>
        )
      }}
    </Answered>
  )
}

function Begin({ organization, ...shown }: Shown & { organization: string }) {
  const domains = useReply(corporateDomains, { organization })
  return (
    <Answered answer={domains} lines={2}>
      {(reply) => <Start {...shown} domains={reply.domains} />}
    </Answered>
  )
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

function Start({ state, onState, domains }: Shown & Domains) {
  const { t } = useTranslation('mailboxMove')
  const dispatch = useAppDispatch()
  const username = useAppSelector(selectUsername) ?? ''
  const { confirm, holder } = useConfirm()
  const [fault, setFault] = useState<FormFault | null>(null)
  const [isBusy, setBusy] = useState(false)
  // Where the mailbox lies or went already, it does not go again.
  const open = domains.filter((one) => one !== domainOf(username) && one !== domainOf(state.address))
  const [chosen, setChosen] = useState(open[0] ?? '')
  const addressIn = (domain: string) => `${username.slice(0, username.lastIndexOf('@'))}@${readableDomain(domain)}`

  async function handleFinish({ domain, forwards }: { domain: string; forwards: boolean }) {
    if (isBusy) return
    const question = { title: t('confirm', { address: addressIn(domain) }), text: t('confirmText'), yes: t('start') }
    if (!(await confirm(question))) return
    setBusy(true)
    const outcome = await dispatch(outcomeOf(startMailboxMove, { domain, forwards }))
    setBusy(false)
    if (outcome.ok) onState(outcome.value)
    else setFault(outcome)
  }

  if (open.length === 0) return state.state === 'done' ? null : <p>{t('noDomain')}</p>
  return (
    <>
      <p className="mailbox-move-quiet">{t('intro')}</p>
      <AntdForm<{ domain: string; forwards: boolean }>
        fault={fault}
        initialValues={{ domain: chosen, forwards: true }}
        onValuesChange={({ domain }: { domain?: string }) => {
          setFault(null)
          if (domain !== undefined) setChosen(domain)
        }}
        onFinish={(values) => void handleFinish(values)}
      >
        <FormRow name="domain" label={t('domain')} help={t('newAddress', { address: addressIn(chosen) })}>
          <Select<string> options={open.map((value) => ({ value, label: readableDomain(value) }))} />
        </FormRow>
        <FormRow name="forwards" label={t('forward')} help={t('forwardHint')}>
          <ForwardBox />
        </FormRow>
        <div className="antd-form-actions">
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {t('start')}
          </Button>
        </div>
      </AntdForm>
      {holder}
    </>
  )
}

type BoxProps = { id?: string; value?: boolean; onChange?: (value: boolean) => void }

function ForwardBox({ id, value = false, onChange }: BoxProps) {
  const { t } = useTranslation('mailboxMove')
  return (
    <Checkbox {...(id !== undefined && { id })} checked={value} onChange={({ target }) => onChange?.(target.checked)}>
      {t('forwardYes')}
    </Checkbox>
  )
}

function useCancel({ state, onState }: Shown) {
  const { t } = useTranslation('mailboxMove')
  const dispatch = useAppDispatch()
  const { confirm, holder } = useConfirm()
  const [fault, setFault] = useState<string | null>(null)
  const cancel = async () => {
    const title = t('cancelConfirm', { address: readableAddress(state.address) })
    if (!(await confirm({ title, text: t('cancelText'), yes: t('cancel'), isDanger: true }))) return
    const outcome = await dispatch(outcomeOf(cancelMailboxMove, {}))
    // It may have ended meanwhile.
    const found = outcome.ok ? outcome : await dispatch(outcomeOf(mailboxMove, {}))
    if (found.ok) onState(found.value)
    else setFault(found.code)
  }
  return { cancel, holder, fault }
}

function Running({ state, onState }: Shown) {
  const { t } = useTranslation(['mailboxMove', 'errors'])
  const { cancel, holder, fault } = useCancel({ state, onState })
  const { done, total } = state
  const address = readableAddress(state.address)
  if (state.state === 'cancelling') return <p role="status">{t('cancelling', { address })}</p>
  return (
    <>
      <p>{t('running', { address })}</p>
      <Progress percent={total === 0 ? 0 : Math.floor((done / total) * 100)} aria-label={t('progress')} />
      <p className="mailbox-move-quiet">{t('count', { done, count: total })}</p>
      <p className="mailbox-move-quiet">{t('mayLeave')}</p>
      {fault !== null && <Alert type="error" showIcon title={t(`errors:${fault}`)} />}
      <div className="antd-form-actions">
        <Button onClick={() => void cancel()}>{t('cancel')}</Button>
      </div>
      {holder}
    </>
  )
}

function Failed({ state, onState, canResume }: Shown & { canResume: boolean }) {
  const { t } = useTranslation(['mailboxMove', 'errors'])
  const dispatch = useAppDispatch()
  const { cancel, holder, fault } = useCancel({ state, onState })
  const [refused, setRefused] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const why = refused ?? fault ?? state.reason ?? 'operationFailed'

  async function handleResume() {
    if (isBusy) return
    setBusy(true)
    const outcome = await dispatch(outcomeOf(startMailboxMove, { domain: domainOf(state.address) }))
    setBusy(false)
    if (outcome.ok) onState(outcome.value)
    else setRefused(outcome.code)
  }

  return (
    <>
      <Alert
        type="error"
        showIcon
        title={t(state.isCancelled ? 'cancelFailed' : 'failed', { address: readableAddress(state.address) })}
        description={t(`errors:${why}`)}
      />
      <div className="antd-form-actions">
        {canResume && (
          <Button type="primary" loading={isBusy} onClick={() => void handleResume()}>
            {t('resume')}
          </Button>
        )}
        <Button onClick={() => void cancel()}>{t('cancel')}</Button>
      </div>
      {holder}
    </>
  )
}

function Done({ state: { address, forwardUntil } }: { state: State }) {
  const { t, i18n } = useTranslation('mailboxMove')
  return (
    <Alert
      type="success"
      showIcon
      title={t('done', { address: readableAddress(address) })}
      description={
        <ul className="mailbox-move-next">
          <li>{t('signIn')}</li>
          <li>{t('anew')}</li>
          {forwardUntil !== null && <li>{t('forwardUntil', { time: minuteDate(forwardUntil, i18n.language) })}</li>}
        </ul>
      }
    />
  )
}
