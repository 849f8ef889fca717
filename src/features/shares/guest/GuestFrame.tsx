import StopOutlined from '@ant-design/icons/es/icons/StopOutlined'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { type ShareEnd, shareEnds } from '#contract/shares/shareRules'
import { AntdScope } from '#src/components/antd/AntdScope'
import { Brand } from '#src/components/brand/Brand'
import { LanguageSwitch } from '#src/components/button/LanguageSwitch'
import { EmptyState } from '#src/components/state/EmptyState'
import { pathTo } from '#src/store/routes/pathTo'
import { languageChosen, selectLanguage } from '#src/store/settings/preferences'
import { selectBrand, selectLogoUrl } from '#src/store/shell/site'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import './guest.css'

type Props = {
  /** How long there still is to read. */
  aside?: ReactNode
  children: ReactNode
}

/** Brand and language, around what whoever has a link sees. */
export function GuestFrame({ aside, children }: Props) {
  const { t } = useTranslation('shares')
  const dispatch = useAppDispatch()
  const language = useAppSelector(selectLanguage)
  const brand = useAppSelector((state) => selectBrand(state, language))
  const logoUrl = useAppSelector(selectLogoUrl)
  return (
    <div className="guest-page">
      <header className="guest-header">
        <Link className="guest-brand" to={pathTo('pindex')} aria-label={t('about', { brand })}>
          <Brand name={brand} logoUrl={logoUrl} />
        </Link>
        {aside}
        <LanguageSwitch spelled language={language} onChoose={(chosen) => dispatch(languageChosen(chosen))} />
      </header>
      <main className="guest-card ep-card">
        <AntdScope>{children}</AntdScope>
      </main>
    </div>
  )
}

/** Of whatever else stands in the address nothing is said but that there is nothing to read. */
function endNamed(reason: string | null): ShareEnd | 'unknown' {
  return shareEnds.find((end) => end === reason) ?? 'unknown'
}

/** `/linkProhibit`: why a share is not read; it tells nothing of it and leads nowhere. */
export function LinkProhibitPage() {
  const { t } = useTranslation('shares')
  const [query] = useSearchParams()
  const end = endNamed(query.get('reason'))
  return (
    <GuestFrame>
      <EmptyState icon={<StopOutlined />} titleAs="h1" title={t(`ends.${end}`)} hint={t(`endHints.${end}`)} />
    </GuestFrame>
  )
}
