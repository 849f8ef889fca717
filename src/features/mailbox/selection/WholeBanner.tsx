/** After all of a page: the offer to take all that the folder and the filter hold, on every page. */
import { useTranslation } from 'react-i18next'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { selectIsWhole } from '../mailboxSelectors'
import { wholeSelected } from '../mailboxSlice'
import './banners.css'

type Props = {
  /** Selected rows of this page. */
  count: number
  total: number
  folderName: string
}

export function WholeBanner({ count, total, folderName }: Props) {
  const { t } = useTranslation(['jobs'])
  const dispatch = useAppDispatch()
  const isWhole = useAppSelector(selectIsWhole)
  return (
    <div className="mailbox-banner">
      <span className="mailbox-banner-text">
        {isWhole ? t('jobs:wholeSelected', { count: total, folder: folderName }) : t('jobs:pageSelected', { count })}
      </span>
      {isWhole && <span>{t('jobs:notUndone')}</span>}
      {!isWhole && (
        <button type="button" className="ep-link" onClick={() => dispatch(wholeSelected())}>
          {t('jobs:selectWhole', { count: total, folder: folderName })}
        </button>
      )}
    </div>
  )
}
