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
import type { Failure } from '#src/lib/http/outcome'
import { outcomeOf, useReply } from '#src/store/ask'
import { useAppDispatch } from '#src/store/typed'
import type { TabProps } from '../OverviewTab'
import './policies.css'

type Policy = ShownPolicies['policies'][number]

/** Words of their own: the policies were changed, and no rules; a factor is missing. */
function messageOf({ code, field }: Pick<Failure, 'code' | 'field'>): string {
  if (code === 'rulesChanged') return 'policies:changed'
  if (code !== 'notAllowed') return `errors:${code}`
  return field === 'policy' ? 'policies:noFactor' : 'administration:administratorsAlone'
}

export const PoliciesTab: ComponentType<TabProps> = () => {
  const { t } = useTranslation(['policies', 'errors', 'administration'])
  const dispatch = useAppDispatch()
  const answer = useReply(administrationPolicies, {})
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<{ readonly at: PolicyName; readonly message: string } | null>(null)

  async function change(policy: PolicyName, isOn: boolean, version: number) {
    // A switch that is disabled meanwhile would lose the focus.
    if (busy) return
    setBusy(true)
    setFault(null)
    const outcome = await dispatch(outcomeOf(changePolicy, { policy, isOn, version }))
    setBusy(false)
    if (outcome.ok) return answer.replace(outcome.value)
    setFault({ at: policy, message: messageOf(outcome) })
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

type RowProps = { policy: Policy; fault: string | null; onChange: (isOn: boolean) => void }

function PolicyRow({ policy: { name, isOn, serverCannot }, fault, onChange }: RowProps) {
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
        disabled={serverCannot && !isOn}
        onChange={onChange}
      />
    </li>
  )
}
