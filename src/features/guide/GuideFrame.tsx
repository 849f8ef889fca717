import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
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
  return (
    <article className="guide ep-card">
      <nav className="guide-pages">
        {pages.map((one) => (
          <NavLink key={one} to={pathTo(one)} className="guide-page">
            {t(one)}
          </NavLink>
        ))}
      </nav>
      <header>
        <h1>{t(page)}</h1>
        <p className="guide-intro">{intro}</p>
      </header>
      {children}
    </article>
  )
}
