/** The way to the pages beside the one that is shown; nothing where it is the only one. */
import Button from 'antd/es/button'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cursors } from '../../store/pages'

type Props = {
  cursors: Cursors
  /** Empty on the last page; undefined while it is asked for. */
  next: string | undefined
  /** Where another list with pages may be beside it. */
  label?: string
  /** Which rows these are, between the buttons. */
  children?: ReactNode
}

export function PageButtons({ cursors, next, label, children }: Props) {
  const { t } = useTranslation('common')
  const [isShown, setShown] = useState(false)
  const shows = !cursors.isFirst || (next === undefined ? isShown : next !== '')
  if (shows !== isShown) setShown(shows)
  if (!shows) return null
  // A button that is disabled loses the focus.
  return (
    <nav className="antd-pages" aria-label={label ?? t('pages')}>
      <Button aria-disabled={cursors.isFirst} onClick={() => !cursors.isFirst && cursors.toPrevious()}>
        {t('previousPage')}
      </Button>
      {children}
      <Button aria-disabled={!next} onClick={() => next && cursors.toNext(next)}>
        {t('nextPage')}
      </Button>
    </nav>
  )
}
