import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { type SettingName, settings } from '#contract/settings'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { textOf } from './sections/sections'

type Props = {
  setting: SettingName
  /** Offers what this browser can have without an account. */
  isHereAlone?: boolean
  /** These come from the form. */
  id?: string
  value?: string
  onChange?: (value: string) => void
  'aria-invalid'?: boolean
}

type ControlProps = Omit<Props, 'setting' | 'isHereAlone'>

/** Of settings that are no choice of a few. */
const ownControls: Partial<Record<SettingName, ComponentType<ControlProps>>> = {
  zone: lazyPiece(async () => (await import('./sections/ZoneSelect')).ZoneSelect),
  noticeFolders: lazyPiece(async () => (await import('./sections/FolderSelect')).FolderSelect),
  alwaysPeople: lazyPiece(async () => (await import('./sections/AddressList')).AddressList),
  mutedPeople: lazyPiece(async () => (await import('./sections/AddressList')).AddressList),
  quietHours: lazyPiece(async () => (await import('./sections/TimeControls')).QuietHours),
  workHours: lazyPiece(async () => (await import('./sections/TimeControls')).WorkHours),
  workDays: lazyPiece(async () => (await import('./sections/TimeControls')).WorkDays),
}

/** Whatever a setting is chosen with. */
export function SettingControl({ setting, isHereAlone = false, value, onChange, ...field }: Props) {
  const { t } = useTranslation(['settings', 'look'])
  const known: readonly string[] = settings[setting].values
  const values = isHereAlone ? known.filter((one) => one !== 'asHere') : known
  const Own = ownControls[setting]
  if (Own !== undefined)
    return <Own {...field} {...(value !== undefined && { value })} {...(onChange && { onChange })} />
  if (values.includes('on'))
    return <Switch {...field} checked={value === 'on'} onChange={(isOn) => onChange?.(isOn ? 'on' : 'off')} />
  return (
    <Select<string>
      {...field}
      className="settings-control"
      value={value ?? ''}
      onChange={(chosen) => onChange?.(chosen)}
      options={values.map((one) => ({ value: one, label: t(textOf(setting, one)) }))}
    />
  )
}
