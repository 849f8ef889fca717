import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../components/button/IconButton'
import { limits } from '../../contract/limits'
import { ruleFields, ruleTests } from '../../contract/mail/ruleDraft'
import type { Condition, ConditionDraft } from './ruleStart'

type Props = {
  line: ConditionDraft
  isInvalid: boolean
  onChange: (change: Partial<Condition>) => void
  /** Left out where it is the last one. */
  onRemove: (() => void) | undefined
}

/** One condition: which part of a mail, how it is compared, and with what. */
export function ConditionRow({ line, isInvalid, onChange, onRemove }: Props) {
  const { t } = useTranslation('rules')
  return (
    <div className="rules-condition">
      <select
        className="ep-input"
        aria-label={t('field')}
        value={line.field}
        onChange={(event) => {
          const field = ruleFields.find((one) => one === event.target.value)
          if (field !== undefined) onChange({ field })
        }}
      >
        {ruleFields.map((field) => (
          <option key={field} value={field}>
            {t(`fields.${field}`)}
          </option>
        ))}
      </select>
      <select
        className="ep-input"
        aria-label={t('test')}
        value={line.test}
        onChange={(event) => {
          const test = ruleTests.find((one) => one === event.target.value)
          if (test !== undefined) onChange({ test })
        }}
      >
        {ruleTests.map((test) => (
          <option key={test} value={test}>
            {t(`tests.${test}`)}
          </option>
        ))}
      </select>
      <input
        className="ep-input"
        aria-label={t('value')}
        aria-invalid={isInvalid}
        value={line.value}
        maxLength={limits.ruleValueCharacters}
        autoComplete="off"
        onChange={(event) => onChange({ value: event.target.value })}
      />
      {onRemove !== undefined && (
        <IconButton label={t('removeCondition')} icon={<CloseOutlined />} onClick={onRemove} />
      )}
    </div>
  )
}
