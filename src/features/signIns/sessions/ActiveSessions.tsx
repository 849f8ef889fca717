import Button from 'antd/es/button'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { listSessions } from '#contract/endpoints/session/signIns'
import { Answered } from '#src/components/antd/AntdPage'
import { useConfirm } from '#src/components/antd/useConfirm'
import { minuteDate } from '#src/components/text/mailDate'
import { useReply } from '#src/store/ask'
import { useAppDispatch } from '#src/store/typed'
import { endSessions } from './sessionThunks'
import { useOriginTexts } from './useOriginTexts'

type Props = {
  /** The list is asked for anew when it changes. */
  turn: string
  onEnded: () => void
}

/** The sessions that are open, each with a way to end it. */
export function ActiveSessions({ turn, onEnded }: Props) {
  const { t } = useTranslation('sessions')
  const dispatch = useAppDispatch()
  const { confirm, holder } = useConfirm()
  const answer = useReply(listSessions, {}, turn)

  async function end(id: string | null) {
    const question = { title: t('endAllTitle'), text: t('endAllText'), yes: t('endAll') }
    if (id === null && !(await confirm(question))) return
    if (await dispatch(endSessions(id))) onEnded()
  }

  return (
    <section aria-labelledby="sessions-open">
      <h2 id="sessions-open">{t('open')}</h2>
      <Answered answer={answer} keepsLast lines={3}>
        {({ sessions }) => (
          <>
            <ul className="sessions-open">
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => void end(session.id)} />
              ))}
            </ul>
            {sessions.length > 1 ? (
              <p className="sessions-actions">
                <Button onClick={() => void end(null)}>{t('endAll')}</Button>
                <span className="sessions-quiet">{t('openHint')}</span>
              </p>
            ) : (
              <p className="sessions-quiet">{t('onlyHere')}</p>
            )}
          </>
        )}
      </Answered>
      {holder}
    </section>
  )
}

type RowProps = { session: Reply<typeof listSessions>['sessions'][number]; onEnd: () => void }

function SessionRow({ session, onEnd }: RowProps) {
  const { t, i18n } = useTranslation('sessions')
  const { deviceText, placeText } = useOriginTexts()
  const { isPresent, at, ends, way, address } = session
  const device = deviceText(session)
  const facts = [placeText(session.place), address, t(`way.${way}`)].filter((word) => word !== '')
  return (
    <li>
      <div>
        <p>
          <strong>{device}</strong> {isPresent && <span className="sessions-mark">{t('present')}</span>}
        </p>
        <p className="sessions-quiet">{facts.join(' · ')}</p>
        <p className="sessions-quiet">
          {t('signedIn', { time: minuteDate(at, i18n.language) })} ·{' '}
          {t('ends', { time: minuteDate(ends, i18n.language) })}
        </p>
      </div>
      {!isPresent && (
        <Button aria-label={t('endOf', { device })} onClick={onEnd}>
          {t('end')}
        </Button>
      )}
    </li>
  )
}
