/** How many mails came while the rows were held; a press shows them. That they came is spoken where mail is looked for (features/newMail). */
import { useTranslation } from 'react-i18next'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { refreshByHand } from '../listData/listThunks'
import { selectArrivedCount } from '../mailboxSelectors'
import '../selection/banners.css'

/** @param onShow called when they stand at the top of the list */
export function NewMailPill({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation(['mail'])
  const dispatch = useAppDispatch()
  const count = useAppSelector(selectArrivedCount)

  async function handleShow() {
    await dispatch(refreshByHand())
    onShow()
  }

  return (
    <div className="mailbox-arrived">
      {count > 0 && (
        <button type="button" className="mailbox-pill" onClick={handleShow}>
          {t('mail:arrived', { count })}
        </button>
      )}
    </div>
  )
}
