/** What the organization asks of its members: a row for each policy, switched at once. */
import Switch from 'antd/es/switch'
import { type ComponentType, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  administrationPolicies,
  changePolicy,
  type PolicyName,
  type ShownPolicies,
} from '#contract/endpoints/organization/policies'
import { Answered } from '#src/components/antd/AntdPage'
import { outcomeOf, useReply } from '#src/store/ask'
import { useAppDispatch } from '#src/store/typed'
import type { TabProps } from '../OverviewTab'
import './policies.css'

type Policy = ShownPolicies['policies'][number]

/** Words of their own: the policies were changed, and no rules; a factor is missing. */
const ownWords: Readonly<Record<string, string>> = { rulesChanged: 'policies:changed', notAllowed: 'policies:noFactor' }

export const PoliciesTab: ComponentType<TabProps> = () => {
  const { t } = useTranslation(['policies', 'errors'])
  const dispatch = useAppDispatch()
  const answer = useReply(administrationPolicies, {})
  const [busy, setBusy] = useState<PolicyName | null>(null)
  const [fault, setFault] = useState<{ readonly at: PolicyName; readonly message: string } | null>(null)

  async function change(policy: PolicyName, isOn: boolean, version: number) {
    setBusy(policy)
    setFault(null)
    const outcome = await dispatch(outcomeOf(changePolicy, { policy, isOn, version }))
    setBusy(null)
    if (outcome.ok) return answer.replace(outcome.value)
    setFault({ at: policy, message: ownWords[outcome.code] ?? `errors:${outcome.code}` })
    answer.retry()
  }

  return (
    <section className="policies" aria-label={t('policies:title')}>
      <p className="policies-quiet">{t('policies:intro')}</p>
      <Answered answer={answer} keepsLast>
        {({ policies, version }) => (
          <ul className="policies-list">
            {policies.map((policy) => (
              <PolicyRow
                key={policy.name}
                policy={policy}
                isBusy={busy !== null}
                fault={fault?.at === policy.name ? t(fault.message) : null}
                onChange={(isOn) => void change(policy.name, isOn, version)}
              />
            ))}
          </ul>
        )}
      </Answered>
    </section>
  )
}

type RowProps = { policy: Policy; isBusy: boolean; fault: string | null; onChange: (isOn: boolean) => void }

function PolicyRow({ policy: { name, isOn, serverCannot }, isBusy, fault, onChange }: RowProps) {
  const { t } = useTranslation(['policies', 'errors'])
  const id = useId()
  return (
    <li className="policies-row policies-policy">
      <div>
        <p className="policies-name" id={`${id}-name`}>
          {t(`policies:policy.${name}.title`)}
        </p>
        <p className="policies-quiet" id={`${id}-text`}>
          {t(serverCannot ? 'errors:serverCannot' : `policies:policy.${name}.text`)}
        </p>
        <p className="policies-fault" role="alert">
          {fault}
        </p>
      </div>
      <Switch
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-text`}
        checked={isOn}
        disabled={isBusy || (serverCannot && !isOn)}
        onChange={onChange}
      />
    </li>
  )
}
