/** Says which instant is meant where a change of the clock skips the typed time, and asks which where it shows the time twice. */
import Radio from 'antd/es/radio'
import { useTranslation } from 'react-i18next'
import { minuteTime } from '#src/components/text/mailDate'
import type { ClockChange } from './scheduleTimes'

type Props = {
  id: string
  change: ClockChange | null
  zone: string
  /** Of a time that stands twice, the second is meant. */
  isSecond: boolean
  onSecond: (isSecond: boolean) => void
}

export function ClockChangeNote({ id, change, zone, isSecond, onSecond }: Props) {
  const { t, i18n } = useTranslation(['sending'])
  // With the zone's name of that hour: by it alone the two differ.
  const named = new Intl.DateTimeFormat(i18n.language, {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: zone,
  })
  return (
    <div id={id} className="sending-clock" role="status">
      {change?.kind === 'skipped' && (
        <p>{t('sending:schedule.skipped', { time: minuteTime(change.at, i18n.language) })}</p>
      )}
      {change?.kind === 'doubled' && (
        <div>
          <p id={`${id}-question`} className="sending-clock-question">
            {t('sending:schedule.doubled')}
          </p>
          <Radio.Group
            vertical
            aria-labelledby={`${id}-question`}
            value={isSecond}
            options={[change.first, change.second].map((instant) => ({
              value: instant === change.second,
              label: t(instant === change.first ? 'sending:schedule.first' : 'sending:schedule.second', {
                time: named.format(instant),
              }),
            }))}
            onChange={({ target }) => onSecond(target.value === true)}
          />
        </div>
      )}
    </div>
  )
}
