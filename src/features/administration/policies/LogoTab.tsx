/** The logo of the organization: set, removed, and shown on the light and the dark top bar. */
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Upload from 'antd/es/upload'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { administrationLogo, putOrganizationLogo, removeOrganizationLogo } from '#contract/endpoints/organization/logo'
import { limits } from '#contract/limits'
import { Answered } from '#src/components/antd/AntdPage'
import { Brand } from '#src/components/brand/Brand'
import type { Outcome } from '#src/lib/http/outcome'
import { outcomeOf, useReply } from '#src/store/ask'
import { selectLanguage } from '#src/store/settings/preferences'
import { noticeShown } from '#src/store/shell/notices'
import { selectBrand } from '#src/store/shell/site'
import { type AppThunk, useAppDispatch, useAppSelector } from '#src/store/typed'
import type { TabProps } from '../OverviewTab'
import './policies.css'

type State = Reply<typeof administrationLogo>

function sendLogo(picture: Blob): AppThunk<Promise<Outcome<Reply<typeof putOrganizationLogo>>>> {
  return (_dispatch, _getState, { sendBytes }) => sendBytes(putOrganizationLogo, {}, picture, {})
}

export const LogoTab: ComponentType<TabProps> = () => {
  const { t } = useTranslation('policies')
  const answer = useReply(administrationLogo, {})
  return (
    <section className="policies" aria-label={t('logo.title')}>
      <p className="policies-quiet">{t('logo.intro')}</p>
      <Answered answer={answer}>{(state) => <Logo state={state} onChanged={answer.replace} />}</Answered>
    </section>
  )
}

type Props = { state: State; onChanged: (state: State) => void }

function Logo({ state: { logoUrl }, onChanged }: Props) {
  const { t } = useTranslation(['policies', 'errors'])
  const dispatch = useAppDispatch()
  const language = useAppSelector(selectLanguage)
  const brand = useAppSelector((state) => selectBrand(state, language))
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function act(work: () => Promise<Outcome<State>>, done: string) {
    if (isBusy) return
    setBusy(true)
    setFault(null)
    const outcome = await work()
    setBusy(false)
    if (!outcome.ok) return setFault(`errors:${outcome.code}`)
    onChanged(outcome.value)
    dispatch(noticeShown({ tone: 'success', message: done }))
  }

  function handleChoose(file: File) {
    if (file.size < limits.logoBytes) void act(() => dispatch(sendLogo(file)), 'policies:logo.set')
    else setFault('errors:logoTooLarge')
    return false
  }

  return (
    <>
      <div className="policies-bars">
        {(['light', 'dark'] as const).map((mode) => (
          <figure key={mode}>
            <div className={`policies-bar policies-bar-${mode}`}>
              <Brand name={brand} logoUrl={logoUrl} />
            </div>
            <figcaption className="policies-quiet">{t(`policies:logo.${mode}`)}</figcaption>
          </figure>
        ))}
      </div>
      {fault !== null && <Alert type="error" showIcon role="alert" title={t(fault)} />}
      <div className="policies-deeds">
        <Upload accept="image/png,image/jpeg,image/gif" showUploadList={false} beforeUpload={handleChoose}>
          <Button loading={isBusy}>{t(logoUrl === null ? 'policies:logo.choose' : 'policies:logo.replace')}</Button>
        </Upload>
        {logoUrl !== null && (
          <Button
            disabled={isBusy}
            onClick={() => void act(() => dispatch(outcomeOf(removeOrganizationLogo, {})), 'policies:logo.removed')}
          >
            {t('policies:logo.remove')}
          </Button>
        )}
      </div>
    </>
  )
}
