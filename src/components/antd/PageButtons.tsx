/** The way to the pages beside the one that is shown; nothing where it is the only one. */
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cursors } from '../../store/pages'

type Props = {
  cursors: Cursors
  /** Empty on the last page. */
  next: string
  /** Which rows these are, between the buttons. */
  children?: ReactNode
}

export function PageButtons({ cursors, next, children }: Props) {
  const { t } = useTranslation('common')
  if (cursors.isFirst && next === '') return null
  return (
    <nav className="antd-pages" aria-label={t('pages')}>
      <Button disabled={cursors.isFirst} onClick={cursors.toPrevious}>
        {t('previousPage')}
      </Button>
      {children}
      <Button disabled={next === ''} onClick={() => cursors.toNext(next)}>
        {t('nextPage')}
      </Button>
    </nav>
  )
}
