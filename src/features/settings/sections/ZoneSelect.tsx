import Select from 'antd/es/select'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { browserZone } from '#contract/settings'

type Props = { id?: string; value?: string; onChange?: (value: string) => void; 'aria-invalid'?: boolean }

/** A time zone of IANA's list, found by its name or by what the language calls it. */
export function ZoneSelect({ value = browserZone, onChange, ...field }: Props) {
  const { t, i18n } = useTranslation('settings')
  const [wasOpened, setOpened] = useState(false)
  const options = useMemo(() => {
    const known = Intl.supportedValuesOf('timeZone')
    const all = known.includes('UTC') ? known : ['UTC', ...known]
    // Hundreds of names are made only once somebody looks at them.
    const zones = wasOpened ? all : [value].filter((one) => one !== browserZone)
    return [
      { value: browserZone, label: t('zone.asBrowser') },
      ...zones.map((zone) => ({
        value: zone,
        label: `${zone.replaceAll('_', ' ')} · ${calledIn(zone, i18n.language)}`,
      })),
    ]
  }, [wasOpened, value, t, i18n.language])
  return (
    <Select<string>
      {...field}
      className="settings-control"
      popupMatchSelectWidth={360}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={options}
      onOpenChange={(isOpen) => isOpen && setOpened(true)}
      onChange={(chosen) => onChange?.(chosen)}
    />
  )
}

function calledIn(zone: string, language: string): string {
  const written = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts()
  return written.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
