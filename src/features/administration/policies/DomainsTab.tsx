/** Domains of the organization: added, proved by a record in DNS, removed. */
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as calls from '#contract/endpoints/organization/domains'
import { readableDomain } from '#contract/mail/domainSpelling'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { Answered } from '#src/components/antd/AntdPage'
import { useConfirm } from '#src/components/antd/useConfirm'
import { copyText } from '#src/components/browser/copyText'
import { minuteDate } from '#src/components/text/mailDate'
import type { Failure, Outcome } from '#src/lib/http/outcome'
import { outcomeOf, useReply } from '#src/store/ask'
import { noticeShown } from '#src/store/shell/notices'
import { useAppDispatch } from '#src/store/typed'
import type { TabProps } from '../OverviewTab'
import './policies.css'

type State = calls.OrganizationDomains
type Claim = State['claims'][number]
type Proved = State['proved'][number]

export const DomainsTab: ComponentType<TabProps> = () => {
  const { t } = useTranslation('policies')
  const answer = useReply(calls.administrationDomains, {})
  return (
    <section className="policies" aria-label={t('domains.title')}>
      <p className="policies-quiet">{t('domains.intro')}</p>
      <Answered answer={answer} keepsLast>
        {(state) => (
          <>
            {!state.takesMail && <Alert type="info" showIcon title={t('domains.mailElsewhere')} />}
            <Domains state={state} onChanged={answer.replace} onStale={answer.retry} />
            <AddForm onChanged={answer.replace} />
          </>
        )}
      </Answered>
    </section>
  )
}

/** Words of their own: a domain is no name of a mailbox. */
const ownWords: Readonly<Record<string, string>> = {
  nameInvalid: 'policies:domains.invalid',
  nameTaken: 'policies:domains.taken',
  tooManyTries: 'policies:domains.tooMany',
}

function messageOf({ code, field }: Pick<Failure, 'code' | 'field'>): string {
  if (code !== 'notAllowed') return ownWords[code] ?? `errors:${code}`
  return field === 'domain' ? 'policies:domains.used' : 'administration:administratorsAlone'
}

type Changing = { onChanged: (state: State) => void }

function AddForm({ onChanged }: Changing) {
  const { t } = useTranslation('policies')
  const dispatch = useAppDispatch()
  const [fault, setFault] = useState<FormFault | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** Another one empties the field. */
  const [turn, setTurn] = useState(0)

  async function handleFinish({ domain }: { domain: string }) {
    if (isBusy || domain.trim() === '') return
    setBusy(true)
    const outcome = await dispatch(outcomeOf(calls.addOrganizationDomain, { domain: domain.trim() }))
    setBusy(false)
    if (!outcome.ok) return setFault({ message: messageOf(outcome), field: 'domain' })
    setTurn(turn + 1)
    onChanged(outcome.value)
  }

  return (
    <AntdForm<{ domain: string }>
      key={turn}
      fault={fault}
      initialValues={{ domain: '' }}
      onValuesChange={() => setFault(null)}
      onFinish={(values) => void handleFinish(values)}
    >
      <FormRow name="domain" label={t('domains.add')} help={t('domains.addHint')}>
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={calls.domainLimits.domainCharacters}
        />
      </FormRow>
      <div className="antd-form-actions">
        <Button htmlType="submit" loading={isBusy}>
          {t('domains.addNow')}
        </Button>
      </div>
    </AntdForm>
  )
}

type ListProps = Changing & { state: State; onStale: () => void }

function Domains({ state: { proved, claims }, onChanged, onStale }: ListProps) {
  const { t } = useTranslation('policies')
  const { confirm, holder } = useConfirm()
  const dispatch = useAppDispatch()
  const [busy, setBusy] = useState<string | null>(null)

  async function act(domain: string, work: () => Promise<Outcome<State>>) {
    if (busy !== null) return
    setBusy(domain)
    const outcome = await work()
    setBusy(null)
    if (outcome.ok) return onChanged(outcome.value)
    dispatch(noticeShown({ tone: 'error', message: messageOf(outcome) }))
    onStale()
  }

  const check = (domain: string) =>
    void act(domain, () => dispatch(outcomeOf(calls.checkOrganizationDomain, { domain })))
  async function remove(domain: string) {
    const title = t('domains.removeSure', { domain: readableDomain(domain) })
    if (await confirm({ title, yes: t('domains.remove'), isDanger: true }))
      void act(domain, () => dispatch(outcomeOf(calls.removeOrganizationDomain, { domain })))
  }

  return (
    <>
      {holder}
      <ul className="policies-list" aria-label={t('domains.title')}>
        {proved.map((one) => (
          <ProvedRow
            key={one.domain}
            proved={one}
            busy={busy}
            onCheck={() => check(one.domain)}
            onRemove={() => void remove(one.domain)}
          />
        ))}
        {claims.map((claim) => (
          <ClaimRow
            key={claim.domain}
            claim={claim}
            busy={busy}
            onCheck={() => check(claim.domain)}
            onRemove={() => void remove(claim.domain)}
          />
        ))}
      </ul>
    </>
  )
}

function DomainName({ domain }: { domain: string }) {
  const readable = readableDomain(domain)
  return (
    <>
      <bdi className="policies-name">{readable}</bdi>
      {readable !== domain && <code>{domain}</code>}
    </>
  )
}

/** `busy`: the domain, of this row or another, that is waited for. */
type RowProps = { busy: string | null; onCheck: () => void; onRemove: () => void }

type ProvedProps = RowProps & { proved: Proved }

function ProvedRow({ proved, busy, onCheck, onRemove }: ProvedProps) {
  const { t, i18n } = useTranslation('policies')
  const { domain, addresses, isGiven, state, checkedAt, name, value } = proved
  const isLost = state === 'missing'
  return (
    <li className="policies-row">
      <div className="policies-head">
        <DomainName domain={domain} />
        <span className={`policies-state policies-state-${isLost ? state : 'good'}`}>
          {t(isLost ? 'domains.lost' : 'domains.proved')}
        </span>
        <span className="policies-quiet">
          {isGiven ? t('domains.given') : t('domains.addresses', { count: addresses })}
        </span>
        {!isGiven && <Deeds domain={domain} isKept={addresses > 0} busy={busy} onCheck={onCheck} onRemove={onRemove} />}
      </div>
      <div role="status">
        {checkedAt !== null && state !== 'unknown' && (
          <p className="policies-quiet">
            {t(`domains.provedChecked.${state}`, { at: minuteDate(checkedAt, i18n.language) })}
          </p>
        )}
      </div>
      {isLost && (
        <dl className="policies-record">
          <CopyLine label={t('domains.recordName')} text={name} />
          {value !== '' && <CopyLine label={t('domains.recordValue')} text={value} />}
        </dl>
      )}
    </li>
  )
}

type ClaimProps = RowProps & { claim: Claim }

function ClaimRow({ claim, busy, onCheck, onRemove }: ClaimProps) {
  const { t, i18n } = useTranslation('policies')
  const { domain, state, name, value, found, checkedAt, expiresAt } = claim
  return (
    <li className="policies-row">
      <div className="policies-head">
        <DomainName domain={domain} />
        <span className={`policies-state policies-state-${state}`}>{t(`domains.state.${state}`)}</span>
        <span className="policies-quiet">{t('domains.expires', { date: minuteDate(expiresAt, i18n.language) })}</span>
      </div>
      <p className="policies-quiet">{t('domains.record')}</p>
      <dl className="policies-record">
        <CopyLine label={t('domains.recordName')} text={name} />
        <CopyLine label={t('domains.recordValue')} text={value} />
      </dl>
      <div role="status">
        {checkedAt !== null && (
          <p className="policies-quiet">
            {t(`domains.checked.${state}`, { at: minuteDate(checkedAt, i18n.language) })}
          </p>
        )}
        {found.length > 0 && (
          <ul className="policies-found" aria-label={t('domains.found')}>
            {found.map((text) => (
              <li key={text}>
                <code>{text}</code>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="policies-deeds">
        <Deeds domain={domain} isPrimary busy={busy} onCheck={onCheck} onRemove={onRemove} />
      </div>
    </li>
  )
}

/** `isKept`: there are addresses of it. */
type DeedsProps = RowProps & { domain: string; isKept?: boolean; isPrimary?: boolean }

function Deeds({ domain, isKept = false, isPrimary = false, busy, onCheck, onRemove }: DeedsProps) {
  const { t } = useTranslation('policies')
  const named = { domain: readableDomain(domain) }
  return (
    <>
      <Button
        type={isPrimary ? 'primary' : 'default'}
        loading={busy === domain}
        disabled={busy !== null && busy !== domain}
        aria-label={t('domains.checkNamed', named)}
        onClick={onCheck}
      >
        {t('domains.check')}
      </Button>
      <Button disabled={busy !== null || isKept} aria-label={t('domains.removeNamed', named)} onClick={onRemove}>
        {t('domains.remove')}
      </Button>
    </>
  )
}

function CopyLine({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('policies')
  /** Null while nothing was copied. */
  const [copied, setCopied] = useState<boolean | null>(null)
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{text}</code>
        <Button
          size="small"
          aria-label={t('domains.copyNamed', { label })}
          onClick={() => void copyText(text).then(setCopied)}
        >
          {t(copied === null ? 'domains.copy' : copied ? 'domains.copied' : 'domains.notCopied')}
        </Button>
      </dd>
    </div>
  )
}
