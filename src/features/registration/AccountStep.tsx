/** The first step: kind, name and password. */
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { validateUserName } from '#contract/endpoints/session/registration'
import { readableAddress, readableDomain } from '#contract/mail/domainSpelling'
import { registrationLimits } from '#contract/registration/registrationLimits'
import { checkUserName, typedUserName, type UserNameFault, userNameLength } from '#contract/registration/userName'
import { isPasswordStrong, passwordKinds } from '#contract/rules'
import { type TierId, tiers } from '#contract/tiers'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { useTypedPause } from '#src/components/browser/useTypedSearch'
import { sumText } from '#src/components/text/priceText'
import { useReply } from '#src/store/ask'
import { pathTo } from '#src/store/routes/pathTo'
import type { Draft } from './draft'
import type { RegistrationState } from './registrationThunks'

type Props = {
  draft: Draft
  kinds: readonly TierId[]
  state: RegistrationState
  /** What the gateway said of a field here. */
  fault: FormFault | null
  onTyped: (changes: Partial<Draft>) => void
  onNext: () => void
}

type NameCheck =
  | { readonly state: 'none' | 'checking' | 'free' }
  | { readonly state: 'taken'; readonly suggestions: readonly string[] }
  | { readonly state: 'malformed'; readonly reason: UserNameFault }
  | { readonly state: 'failed'; readonly code: string }

/** What is wrong before the gateway is asked. */
function faultIn(
  { username, password, again, invite }: Draft,
  check: NameCheck,
  asksInvite: boolean,
): FormFault | null {
  const reason = checkUserName(typedUserName(username))
  if (reason !== null) return { field: 'username', message: `registration:name.${reason}` }
  if (check.state === 'taken') return { field: 'username', message: 'errors:nameTaken' }
  if (!isPasswordStrong(password)) return { field: 'password', message: 'errors:passwordWeak' }
  if (password !== again) return { field: 'again', message: 'registration:differ' }
  return asksInvite && invite.trim() === '' ? { field: 'invite', message: 'registration:inviteEmpty' } : null
}

export function AccountStep({ draft, kinds, state, fault: refused, onTyped, onNext }: Props) {
  const { t } = useTranslation('registration')
  const [found, setFound] = useState<FormFault | null>(null)
  const [isComposing, setComposing] = useState(false)
  const check = useNameCheck(isComposing ? null : draft.username, draft.domain)
  const asksInvite = state.mode === 'invite'

  function handleFinish() {
    const wrong = faultIn(draft, check, asksInvite)
    setFound(wrong)
    if (wrong === null) onNext()
  }
  function handleTyped(changes: Partial<Draft>) {
    setFound(null)
    onTyped(changes)
  }
  return (
    <AntdForm<Draft>
      fault={found ?? refused}
      initialValues={draft}
      onValuesChange={handleTyped}
      onFinish={handleFinish}
      className="registration-fields"
    >
      {kinds.length > 1 && <KindChoice kinds={kinds} />}
      <FormRow isNarrow name="username" label={t('username')} help={t('usernameHint', userNameLength)}>
        <Input
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          suffix={state.domains.length > 1 ? null : `@${readableDomain(draft.domain)}`}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
        />
      </FormRow>
      {state.domains.length > 1 && (
        <FormRow isNarrow name="domain" label={t('domain')}>
          <Radio.Group options={state.domains.map(domainOption)} />
        </FormRow>
      )}
      <NameState check={check} address={`${typedUserName(draft.username)}@${draft.domain}`} onTyped={handleTyped} />
      <Passwords password={draft.password} />
      {asksInvite && (
        <FormRow isNarrow name="invite" label={t('invite')} help={t('inviteHint')}>
          <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={100} />
        </FormRow>
      )}
      <div className="antd-form-actions">
        <Button type="primary" htmlType="submit">
          {t('next')}
        </Button>
        <Link className="ep-link registration-other" to={pathTo('registerTotal')}>
          {t('otherKind')}
        </Link>
      </div>
    </AntdForm>
  )
}

const domainOption = (domain: string) => ({ value: domain, label: `@${readableDomain(domain)}` })

function KindChoice({ kinds }: { kinds: readonly TierId[] }) {
  const { t } = useTranslation(['registration', 'layout'])
  const textOf = (id: TierId) => {
    const price = sumText(tiers[id].fenPerMonth)
    return t('registration:kindPrice', { kind: t(`layout:tier.${id}`), price })
  }
  return (
    <FormRow isNarrow name="kind" label={t('registration:kind')}>
      <Radio.Group options={kinds.map((id) => ({ value: id, label: textOf(id) }))} />
    </FormRow>
  )
}

function Passwords({ password }: { password: string }) {
  const { t } = useTranslation('registration')
  return (
    <>
      <FormRow isNarrow name="password" label={t('password')}>
        <Input type="password" autoComplete="new-password" />
      </FormRow>
      <PasswordState password={password} />
      <FormRow isNarrow name="again" label={t('again')}>
        <Input type="password" autoComplete="new-password" />
      </FormRow>
    </>
  )
}

type NameStateProps = { check: NameCheck; address: string; onTyped: (changes: Partial<Draft>) => void }

/** What was found out about the name while it was typed. */
function NameState({ check, address, onTyped }: NameStateProps) {
  const { t } = useTranslation(['registration', 'errors'])
  const form = Form.useFormInstance<Draft>()
  const tone = check.state === 'free' ? 'good' : check.state === 'checking' || check.state === 'none' ? 'plain' : 'bad'
  return (
    <div className={`registration-state registration-state-${tone}`} role="status">
      {check.state === 'checking' && t('registration:checking')}
      {check.state === 'free' && t('registration:free', { address: readableAddress(address) })}
      {check.state === 'malformed' && t(`registration:name.${check.reason}`, userNameLength)}
      {check.state === 'failed' && t(`errors:${check.code}`)}
      {check.state === 'taken' && (
        <>
          {t('registration:taken')}
          <span className="registration-suggestions">
            {check.suggestions.map((username) => (
              <Button
                key={username}
                size="small"
                onClick={() => {
                  form.setFieldsValue({ username })
                  form.focusField('username')
                  onTyped({ username })
                }}
              >
                {username}
              </Button>
            ))}
          </span>
        </>
      )}
    </div>
  )
}

/** The rule of passwords with what is met of it, and how strong the password is. */
function PasswordState({ password }: { password: string }) {
  const { t } = useTranslation('registration')
  const kinds = Object.entries(passwordKinds).map(([kind, pattern]) => ({ kind, isMet: pattern.test(password) }))
  const met = kinds.filter(({ isMet }) => isMet).length
  const strength = !isPasswordStrong(password) ? 'weak' : met === 4 && [...password].length >= 12 ? 'strong' : 'fair'
  return (
    <div className="registration-password">
      <p className="registration-hint">{t('passwordRule')}</p>
      <ul className="registration-met">
        {kinds.map(({ kind, isMet }) => (
          <li key={kind} className={isMet ? 'registration-met-yes' : undefined}>
            <span aria-hidden="true">{isMet ? '✓' : '·'}</span> {t(`passwordKind.${kind}`)}
            <span className="visually-hidden">{t(isMet ? 'met' : 'unmet')}</span>
          </li>
        ))}
      </ul>
      <p className={`registration-strength registration-strength-${strength}`} role="status">
        {password !== '' && t(`strength.${strength}`)}
      </p>
    </div>
  )
}

/** Asked a moment after it was typed. `typed`: null while it is composed. */
function useNameCheck(typed: string | null, domain: string): NameCheck {
  const username = typed === null ? '' : typedUserName(typed)
  const fault = checkUserName(username)
  const paused = useTypedPause(username, registrationLimits.nameCheckPauseMs)
  const isDue = fault === null && paused === username
  const answer = useReply(validateUserName, isDue ? { username, domain } : null)
  if (username === '') return { state: 'none' }
  if (fault !== null) return { state: 'malformed', reason: fault }
  if (answer.state === 'failed') return { state: 'failed', code: answer.code }
  if (answer.state === 'waiting') return { state: 'checking' }
  const { state, suggestions, reason = 'characters' } = answer.reply
  if (state === 'taken') return { state, suggestions }
  return state === 'malformed' ? { state, reason } : { state }
}
