/** Asks when a mail is to be sent: a time that is offered, or one that is typed. */
import Button from 'antd/es/button'
import DatePicker from 'antd/es/date-picker'
import TimePicker from 'antd/es/time-picker'
import { type ComponentRef, type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tiers } from '#contract/tiers'
import { AntdScope } from '#src/components/antd/AntdScope'
import { Dialog } from '#src/components/dialog/Dialog'
import { fullDate } from '#src/components/text/mailDate'
import { wallText } from '#src/lib/clock/wallTime'
import { dayjs } from '#src/lib/dates'
import { useServices } from '#src/store/servicesContext'
import { selectUser } from '#src/store/session/session'
import { selectSettings } from '#src/store/settings/settings'
import { useZone } from '#src/store/settings/useSetting'
import { useAppSelector } from '#src/store/typed'
import { ClockChangeNote } from './ClockChangeNote'
import { clockChangeAt, instantOf, type Preset, presetsAt, timeFault } from './scheduleTimes'
import './scheduleDialog.css'

type Props = {
  /** The time that stands now, in epoch milliseconds. */
  chosen: number | null
  onChoose: (at: number) => void
  onClose: () => void
}

export function ScheduleDialog({ chosen, onChoose, onClose }: Props) {
  const { t } = useTranslation(['sending', 'errors', 'common'])
  const { now } = useServices()
  const id = useId()
  const tier = useAppSelector(selectUser)?.tier ?? 'free'
  const zone = useZone()
  const work = useAppSelector(selectSettings)
  const [presets] = useState(() => presetsAt(now(), zone, work))
  const [typed, setTyped] = useState(() => wallText(chosen ?? presets[0]?.at ?? now(), zone))
  const [isTried, setTried] = useState(false)
  const field = useRef<ComponentRef<typeof DatePicker>>(null)
  const clockChange = clockChangeAt(typed, zone)
  const [isSecond, setSecond] = useState(() => isSecondOf(chosen, zone))
  const at = clockChange?.kind === 'doubled' && isSecond ? clockChange.second : instantOf(typed, zone)
  const fault = isTried ? timeFault(at, now(), tier) : null

  // antd takes a new object for a new value, and drops what is being typed; no clock of UTC jumps.
  const picked = useMemo(() => dayjs.utc(typed), [typed])
  const shared = {
    allowClear: false,
    onKeyDown: handleKey,
    'aria-invalid': fault !== null,
    'aria-describedby': `${id}-zone ${id}-clock${fault === null ? '' : ` ${id}-fault`}`,
    ...(fault !== null && { status: 'error' as const }),
  }

  function pick(local: string) {
    setTyped(local)
    setSecond(false)
  }

  function choose() {
    setTried(true)
    if (at !== null && timeFault(at, now(), tier) === null) onChoose(at)
    else field.current?.focus()
  }

  function handleKey(event: KeyboardEvent) {
    // The dialog may stand within a mail's own form, which Enter would send.
    if (event.key === 'Enter') event.preventDefault()
  }

  return (
    <AntdScope>
      {/* Of the composer, whose keys keep away from it, and within its form. */}
      <Dialog
        title={t('sending:schedule.title')}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>{t('common:cancel')}</Button>
            <Button type="primary" onClick={choose}>
              {t('sending:schedule.choose')}
            </Button>
          </>
        }
      >
        <Presets presets={presets} onChoose={onChoose} />
        <label className="sending-label" htmlFor={`${id}-time`}>
          {t('sending:schedule.other')}
        </label>
        <div className="sending-time">
          <DatePicker
            ref={field}
            id={`${id}-time`}
            placement="topLeft"
            value={picked}
            {...shared}
            onChange={(date) => date !== null && pick(`${date.format('YYYY-MM-DD')}T${picked.format('HH:mm')}`)}
          />
          <TimePicker
            aria-label={t('sending:schedule.hour')}
            format="HH:mm"
            needConfirm={false}
            value={picked}
            {...shared}
            onChange={(time) => time !== null && pick(`${picked.format('YYYY-MM-DD')}T${time.format('HH:mm')}`)}
          />
        </div>
        <ClockChangeNote id={`${id}-clock`} change={clockChange} zone={zone} isSecond={isSecond} onSecond={setSecond} />
        <p className="sending-zone" id={`${id}-zone`}>
          {t('sending:schedule.zone', { zone, count: tiers[tier].scheduleDays })}
        </p>
        {fault !== null && (
          <p className="sending-fault" id={`${id}-fault`} role="alert">
            {t(`errors:${fault}`)}
          </p>
        )}
      </Dialog>
    </AntdScope>
  )
}

type PresetsProps = { presets: readonly Preset[]; onChoose: (at: number) => void }

function Presets({ presets, onChoose }: PresetsProps) {
  const { t, i18n } = useTranslation('sending')
  return (
    <ul className="sending-presets">
      {presets.map((preset) => (
        <li key={preset.key}>
          <Button block className="sending-preset" onClick={() => onChoose(preset.at)}>
            <span>{t(`schedule.${preset.key}`)}</span>
            <span className="sending-preset-time ep-number">{fullDate(preset.at, i18n.language)}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Whether a time that stands already is the second of the two instants that its clock shows alike. */
function isSecondOf(chosen: number | null, zone: string): boolean {
  const change = chosen === null ? null : clockChangeAt(wallText(chosen, zone), zone)
  return change?.kind === 'doubled' && change.second === chosen
}
