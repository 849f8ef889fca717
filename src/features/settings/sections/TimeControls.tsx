/** Hours and days of the week, as they stand on a clock and a calendar whatever their zone. */
import Checkbox from 'antd/es/checkbox'
import Switch from 'antd/es/switch'
import TimePicker from 'antd/es/time-picker'
import { useTranslation } from 'react-i18next'
import { dayjs } from '#src/lib/dates'

type Props = { id?: string; value?: string; onChange?: (value: string) => void; 'aria-invalid'?: boolean }

/** From when until when: the same, or an earlier time, is that of the next day. */
export function WorkHours({ value = '', onChange, ...field }: Props) {
  const { t } = useTranslation('settings')
  const [from = '', until = ''] = value.split('-')
  const ends = [
    { key: 'from', time: from, become: (time: string) => `${time}-${until}` },
    { key: 'until', time: until, become: (time: string) => `${from}-${time}` },
  ] as const
  return (
    <span className="settings-hours">
      {ends.map(({ key, time, become }) => (
        <TimePicker
          key={key}
          {...(key === 'from' && field)}
          aria-label={t(`hours.${key}`)}
          format="HH:mm"
          minuteStep={5}
          allowClear={false}
          needConfirm={false}
          showNow={false}
          // As if it were written in UTC, where no clock goes forward or back.
          value={dayjs.utc(`2001-01-01T${time}`)}
          onChange={(chosen) => chosen !== null && onChange?.(become(chosen.format('HH:mm')))}
        />
      ))}
    </span>
  )
}

/** Hours that may be none. */
export function QuietHours({ value = 'off', onChange, ...field }: Props) {
  const { t } = useTranslation('settings')
  const isOn = value !== 'off'
  return (
    <span className="settings-hours">
      <Switch
        {...(!isOn && field)}
        aria-label={t('quietHours.title')}
        checked={isOn}
        onChange={(on) => onChange?.(on ? '22:00-07:00' : 'off')}
      />
      {/* What is refused is a time: the focus goes to the first of them. */}
      {isOn && <WorkHours {...field} value={value} {...(onChange && { onChange })} />}
    </span>
  )
}

/** 1 January 2001 was a Monday. */
const days = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), at: Date.UTC(2001, 0, day) }))

export function WorkDays({ value = '', onChange, ...field }: Props) {
  const { t, i18n } = useTranslation('settings')
  const named = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' })
  return (
    <fieldset {...field} tabIndex={-1} aria-label={t('workDays.title')} className="settings-hours">
      {days.map((day) => (
        <Checkbox
          key={day.value}
          checked={value.includes(day.value)}
          onChange={({ target }) => {
            const chosen = days.filter((one) => (one === day ? target.checked : value.includes(one.value)))
            onChange?.(chosen.map((one) => one.value).join(','))
          }}
        >
          {named.format(day.at)}
        </Checkbox>
      ))}
    </fieldset>
  )
}
