/** Where all messages of the account go on to, and the addresses that may be chosen for it. */
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Call, Endpoint, Reply } from '#contract/endpoint'
import * as calls from '#contract/endpoints/mail/forwarding'
import { limits } from '#contract/limits'
import { readableAddress } from '#contract/mail/domainSpelling'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { Answered } from '#src/components/antd/AntdPage'
import type { Outcome } from '#src/lib/http/outcome'
import { useReply } from '#src/store/ask'
import { pathTo } from '#src/store/routes/pathTo'
import { useServices } from '#src/store/servicesContext'
import { noticeShown } from '#src/store/shell/notices'
import { type AppThunk, useAppDispatch } from '#src/store/typed'
import './forwarding.css'

type State = Reply<typeof calls.readForwarding>
type Target = State['targets'][number]

/** Answers as all of them do, and says what was done. */
function change<E extends Endpoint>(
  entry: E,
  form: Call<E>,
  done: Parameters<typeof noticeShown>[0],
): AppThunk<Promise<Outcome<Reply<E>>>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(entry, form)
    if (outcome.ok) dispatch(noticeShown(done))
    return outcome
  }
}

export function Forwarding() {
  const { t } = useTranslation('forwarding')
  const answer = useReply(calls.readForwarding, {})
  return (
    <section className="forwarding" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <p className="forwarding-hint">{t('intro')}</p>
      <Answered answer={answer}>
        {(state) =>
          state.isOff ? (
            <Alert type="info" showIcon title={t('off')} />
          ) : (
            <>
              <Targets state={state} onChanged={answer.replace} />
              <Choice key={`${state.isOn} ${state.to} ${state.keepsCopy}`} state={state} onChanged={answer.replace} />
            </>
          )
        }
      </Answered>
    </section>
  )
}

type Props = { state: State; onChanged: (state: State) => void }

function Choice({ state, onChanged }: Props) {
  const { t } = useTranslation('forwarding')
  const dispatch = useAppDispatch()
  const [fault, setFault] = useState<FormFault | null>(null)
  const [isSaving, setSaving] = useState(false)
  const confirmed = state.targets.flatMap(({ address, isConfirmed }) => (isConfirmed ? [address] : []))
  const choices = new Set([...(state.isOn ? [state.to] : []), ...confirmed])

  async function handleFinish({ to, keepsCopy }: { to: string; keepsCopy: boolean }) {
    if (isSaving) return
    setSaving(true)
    const message = `forwarding:${to === '' ? 'savedOff' : 'saved'}`
    const notice = { tone: 'success', message, params: { address: readableAddress(to) } } as const
    const outcome = await dispatch(change(calls.saveForwarding, { isOn: to !== '', to, keepsCopy }, notice))
    setSaving(false)
    if (outcome.ok) onChanged(outcome.value)
    else setFault(outcome)
  }

  if (confirmed.length === 0 && !state.isOn) return null
  return (
    <AntdForm<{ to: string; keepsCopy: boolean }>
      fault={fault}
      initialValues={{ to: state.isOn ? state.to : '', keepsCopy: state.keepsCopy }}
      onValuesChange={() => setFault(null)}
      onFinish={(values) => void handleFinish(values)}
    >
      <FormRow name="to" label={t('to')}>
        <Select<string>
          options={[
            { value: '', label: t('nowhere') },
            ...[...choices].map((address) => ({ value: address, label: readableAddress(address) })),
          ]}
        />
      </FormRow>
      <FormRow name="keepsCopy" label={t('copy')}>
        <Radio.Group
          options={[
            { value: true, label: t('keep') },
            { value: false, label: t('drop') },
          ]}
        />
      </FormRow>
      <div className="antd-form-actions">
        <Button type="primary" htmlType="submit" loading={isSaving}>
          {t('save')}
        </Button>
      </div>
    </AntdForm>
  )
}

/** One change at a time; what is refused stands beside the field. */
function useTargetChange(onChanged: Props['onChanged']) {
  const [fault, setFault] = useState<FormFault | null>(null)
  const { call } = useServices()
  const [isBusy, setBusy] = useState(false)

  async function act(work: () => Promise<Outcome<State>>, onDone?: () => void) {
    if (isBusy) return
    setBusy(true)
    const outcome = await work()
    setBusy(false)
    setFault(outcome.ok ? null : outcome)
    if (outcome.ok) {
      onDone?.()
      onChanged(outcome.value)
      return
    }
    // An address may have been kept, and only its message not sent.
    const found = await call(calls.readForwarding, {})
    if (found.ok) onChanged(found.value)
  }
  return { act, isBusy, fault, forgetFault: () => setFault(null) }
}

function Targets({ state, onChanged }: Props) {
  const { t } = useTranslation('forwarding')
  const dispatch = useAppDispatch()
  const { act, isBusy, fault, forgetFault } = useTargetChange(onChanged)
  /** Another one empties the field. */
  const [turn, setTurn] = useState(0)

  const ask = (address: string, onDone?: () => void) => {
    const notice = { tone: 'success', message: 'forwarding:added', params: { address } } as const
    void act(() => dispatch(change(calls.addForwardTarget, { address }, notice)), onDone)
  }
  const remove = (address: string) => {
    const params = { address: readableAddress(address) }
    const notice = { tone: 'success', message: 'forwarding:removed', params } as const
    void act(() => dispatch(change(calls.removeForwardTarget, { address }, notice)))
  }

  return (
    <>
      {state.targets.length > 0 && (
        <ul className="forwarding-targets" aria-label={t('targets')}>
          {state.targets.map((target) => (
            <TargetRow key={target.address} target={target} isBusy={isBusy} onAsk={ask} onRemove={remove} />
          ))}
        </ul>
      )}
      {state.targets.length < limits.forwardTargets && (
        <AntdForm<{ address: string }>
          key={turn}
          fault={fault}
          initialValues={{ address: '' }}
          onValuesChange={forgetFault}
          onFinish={({ address }) => ask(address.trim(), () => setTurn(turn + 1))}
        >
          <FormRow name="address" label={t('address')} help={t(state.canSendOutside ? 'addressHint' : 'insideOnly')}>
            <Input type="email" autoComplete="off" maxLength={320} />
          </FormRow>
          <div className="antd-form-actions">
            <Button htmlType="submit" loading={isBusy}>
              {t('add')}
            </Button>
          </div>
        </AntdForm>
      )}
    </>
  )
}

type RowProps = {
  target: Target
  isBusy: boolean
  onAsk: (address: string) => void
  onRemove: (address: string) => void
}

function TargetRow({ target: { address, isConfirmed, resendAt, sent }, isBusy, onAsk, onRemove }: RowProps) {
  const { t } = useTranslation('forwarding')
  const { now } = useServices()
  const readable = readableAddress(address)
  return (
    <li>
      <div>
        <bdi>{readable}</bdi>
        <span className="forwarding-hint">{t(isConfirmed ? 'confirmed' : 'waiting')}</span>
      </div>
      {sent !== null && <Link to={`${pathTo('sendSuccess')}#s=${sent}`}>{t('whereSent')}</Link>}
      {resendAt !== null && (
        <Button disabled={isBusy || now() < resendAt} onClick={() => onAsk(address)}>
          {t('resend')}
        </Button>
      )}
      <Button
        type="text"
        disabled={isBusy}
        aria-label={t('removeNamed', { address: readable })}
        onClick={() => onRemove(address)}
      >
        {t('remove')}
      </Button>
    </li>
  )
}
