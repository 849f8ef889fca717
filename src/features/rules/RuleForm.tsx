import { type FormEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { ErrorNote } from '../../components/state/ErrorNote'
import { limits } from '../../contract/limits'
import { ConditionRow } from './ConditionRow'
import { RuleActions } from './RuleActions'
import type { RuleStart } from './ruleStart'
import { type RuleFault, useRuleForm } from './useRuleForm'
import './ruleDialog.css'

const matches = ['all', 'any'] as const

/** A rule's form: a name, what it is about, and what is done then; what is wrong stands beside the field (SPEC §5). */
export function RuleForm({ start, onClose }: { start: RuleStart; onClose: () => void }) {
  const { t } = useTranslation(['rules', 'common', 'errors'])
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const rule = useRuleForm(start, onClose)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const wrong = await rule.keep()
    if (wrong !== null) form.current?.querySelector<HTMLElement>(`[data-part="${wrong}"] :is(input, select)`)?.focus()
  }

  const faultOf = (part: RuleFault) => (
    <p id={`${id}${part}`} role="alert" className="rules-fault">
      {rule.fault === part && t(`rules:fault.${part}`)}
    </p>
  )

  return (
    <Dialog
      title={t('rules:title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" form={`${id}form`} tone="primary" aria-busy={rule.isBusy}>
            {t('rules:keep')}
          </Button>
        </>
      }
    >
      <form ref={form} id={`${id}form`} className="rules-form" onSubmit={handleSubmit} noValidate>
        <div data-part="name">
          <label htmlFor={`${id}field`}>{t('rules:name')}</label>
          <input
            id={`${id}field`}
            className="ep-input"
            value={rule.name}
            maxLength={limits.ruleNameCharacters}
            autoComplete="off"
            aria-invalid={rule.fault === 'name'}
            aria-describedby={`${id}name`}
            onChange={(event) => rule.setName(event.target.value)}
          />
          {faultOf('name')}
        </div>
        <fieldset data-part="conditions" className="rules-part" aria-describedby={`${id}conditions`}>
          <legend>{t('rules:when')}</legend>
          {rule.lines.length > 1 && (
            <div className="rules-match">
              {matches.map((match) => (
                <label key={match}>
                  <input
                    type="radio"
                    name={`${id}match`}
                    checked={rule.match === match}
                    onChange={() => rule.setMatch(match)}
                  />
                  {t(`rules:match.${match}`)}
                </label>
              ))}
            </div>
          )}
          {rule.lines.map((line) => (
            <ConditionRow
              key={line.key}
              line={line}
              isInvalid={rule.fault === 'conditions' && line.value.trim() === ''}
              onChange={(change) => rule.setLine(line.key, change)}
              onRemove={rule.lines.length > 1 ? () => rule.removeLine(line.key) : undefined}
            />
          ))}
          <div className="rules-offers">
            {rule.offered.map((one) => (
              <button key={one.field} type="button" className="ep-link" onClick={() => rule.addLine(one)}>
                {t(`rules:offer.${one.field}`, { value: one.value })}
              </button>
            ))}
            {rule.lines.length < limits.ruleConditions && (
              <button
                type="button"
                className="ep-link"
                onClick={() => rule.addLine({ field: 'subject', test: 'contains', value: '' })}
              >
                {t('rules:addCondition')}
              </button>
            )}
          </div>
          {faultOf('conditions')}
        </fieldset>
        <fieldset data-part="actions" className="rules-part" aria-describedby={`${id}actions`}>
          <legend>{t('rules:then')}</legend>
          <RuleActions actions={rule.actions} onChange={rule.setActions} />
          {faultOf('actions')}
        </fieldset>
        {rule.refusal !== null && <ErrorNote message={`errors:${rule.refusal}`} />}
      </form>
    </Dialog>
  )
}
