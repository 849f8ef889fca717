import Button from 'antd/es/button'
import { useTranslation } from 'react-i18next'
import { useLook } from '../../store/settings/useSetting'
import { noticeShown } from '../../store/shell/notices'
import { useAppDispatch } from '../../store/typed'
import { GuideFrame } from '../guide'
import { CheckRow } from './CheckRow'
import { checkIds } from './checks'
import { reportOf } from './report'
import { useSelfTest } from './useSelfTest'
import './selfTest.css'

/** Looks whether all that the app stands on works here, says so in words, and what helps where it does not. */
export function SelfTestPage() {
  const { t, i18n } = useTranslation(['testPage', 'look', 'common'])
  const dispatch = useAppDispatch()
  const { findings, isRunning, run } = useSelfTest()
  const { skin, mode } = useLook()
  const wrong = checkIds.filter((id) => findings[id]?.state === 'bad').length
  const watched = checkIds.filter((id) => findings[id]?.state === 'watch').length
  const look = t('testPage:look', {
    language: t(`look:language.${i18n.language}`),
    skin: t(`look:skin.${skin}`),
    mode: t(`look:mode.${mode}`),
  })

  const sum =
    wrong > 0
      ? t('testPage:wrong', { count: wrong })
      : watched > 0
        ? t('testPage:watched', { count: watched })
        : t('testPage:allWell')

  async function copy() {
    const report = reportOf(t, findings, look)
    const isCopied = await Promise.resolve(navigator.clipboard?.writeText(report).then(() => true)).catch(() => false)
    dispatch(
      noticeShown(
        isCopied ? { tone: 'success', message: 'testPage:copied' } : { tone: 'error', message: 'testPage:notCopied' },
      ),
    )
  }

  return (
    <GuideFrame page="testPage" intro={t('testPage:intro')}>
      <div className="guide-buttons">
        <Button type="primary" loading={isRunning} onClick={run}>
          {t('testPage:again')}
        </Button>
        <Button
          aria-disabled={isRunning}
          title={isRunning ? t('testPage:running') : undefined}
          onClick={() => isRunning || void copy()}
        >
          {t('testPage:copy')}
        </Button>
      </div>
      <p role="status" className="self-test-sum">
        {isRunning ? t('testPage:running') : sum}
      </p>
      <ul className="self-test-rows" aria-label={t('testPage:list')} aria-busy={isRunning}>
        {checkIds.map((id) => (
          <CheckRow key={id} id={id} finding={findings[id]} />
        ))}
        <li className="self-test-row">
          <h2 className="self-test-name">{t('testPage:lookName')}</h2>
          <p className="self-test-words">{look}</p>
        </li>
      </ul>
      <p className="guide-note">{t('testPage:private')}</p>
    </GuideFrame>
  )
}
