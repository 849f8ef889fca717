import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { AntdPage } from '../../components/antd/AntdPage'
import { pathTo } from '../../store/routes/pathTo'
import './guide.css'

const pages = ['notifications', 'icons', 'typography', 'maps', 'testPage'] as const

type Props = {
  page: (typeof pages)[number]
  /** What the page is for. */
  intro: string
  children: ReactNode
}

/** Around each page that shows the app itself: its heading, and the way to the others. */
export function GuideFrame({ page, intro, children }: Props) {
  const { t } = useTranslation('titles')
  const links = pages.map((one) => (
    <NavLink key={one} to={pathTo(one)}>
      {t(one)}
    </NavLink>
  ))
  return (
    <AntdPage title={t(page)} intro={intro} nav={links} width="wide">
      <div className="guide">{children}</div>
    </AntdPage>
  )
}
