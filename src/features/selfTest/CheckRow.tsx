import { useTranslation } from 'react-i18next'
import type { CheckId, Finding } from './checks'
import { findingText } from './report'

/** One thing that was looked at. */
export function CheckRow({ id, finding }: { id: CheckId; finding: Finding | undefined }) {
  const { t, i18n } = useTranslation('testPage')
  const state = finding?.state ?? 'asked'
  const hint = `testPage:${id}.${finding?.said}Hint`
  return (
    <li className="self-test-row">
      <h2 className="self-test-name">{t(`${id}.name`)}</h2>
      <p className={`self-test-state self-test-${state}`}>{t(`state.${state}`)}</p>
      {finding !== undefined && <p className="self-test-words">{findingText(t, id, finding)}</p>}
      {finding !== undefined && i18n.exists(hint) && <p className="self-test-hint">{t(hint)}</p>}
    </li>
  )
}
