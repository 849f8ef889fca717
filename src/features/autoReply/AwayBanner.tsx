import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import '#src/components/state/bar.css'
import { readAutoReply } from '#contract/endpoints/mail/autoReply'
import { everyWhileVisible } from '#src/lib/clock/everyWhileVisible'
import { useReply } from '#src/store/ask'
import { pathTo } from '#src/store/routes/pathTo'
import { useRouteSpec } from '#src/store/routes/useRouteSpec'
import { useNoticeTurn } from '#src/store/shell/useNoticeTurn'
import { useAppDispatch } from '#src/store/typed'
import { endReply } from './autoReplyThunks'

/** What is said when the reply has changed. */
const changing = ['autoReply']

const hour = 3_600_000

/** Says in the frame of the app that the automatic reply is on: nobody should forget it. */
export function AwayBanner() {
  // The page does not wait for texts that it hardly ever shows.
  const { t, ready } = useTranslation('autoReply', { useSuspense: false })
  const dispatch = useAppDispatch()
  const { frame } = useRouteSpec()
  const answer = useReply(readAutoReply, {}, useNoticeTurn(changing))
  const { retry } = answer
  // It begins and ends by days.
  useEffect(() => everyWhileVisible(hour, retry), [retry])
  const isActive = answer.last?.isActive === true
  return (
    <div role="status">
      {ready && isActive && frame === 'desk' && (
        <p className="ep-bar ep-bar-away">
          <span>{t('banner')}</span>
          <Link className="ep-link" to={pathTo('settingPc', {}, { section: 'autoReply' })}>
            {t('change')}
          </Link>
          <button type="button" className="ep-link" onClick={() => void dispatch(endReply())}>
            {t('end')}
          </button>
        </p>
      )}
    </div>
  )
}
