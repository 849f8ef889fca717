import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SettingName, settings } from '../../contract/settings'
import { changeSetting } from '../../store/settings/settingsThunks'
import { useSetting } from '../../store/settings/useSetting'
import { useAppDispatch } from '../../store/typed'

/** One setting with its values. */
export function SettingField({ name }: { name: SettingName }) {
  const { t } = useTranslation(['settings', 'errors'])
  const dispatch = useAppDispatch()
  const [refusal, setRefusal] = useState<string | null>(null)
  const refusalId = useId()
  const value = useSetting(name)
  const values: readonly (typeof value)[] = settings[name].values

  async function choose(wanted: string) {
    const chosen = values.find((one) => one === wanted)
    if (chosen === undefined) return
    setRefusal(null)
    setRefusal(await dispatch(changeSetting(name, chosen, { quiet: true })))
  }

  return (
    <div className="settings-line">
      <label className="settings-field">
        {t(`settings:${name}.title`)}
        <select
          className="ep-input"
          value={value}
          aria-describedby={refusal === null ? undefined : refusalId}
          onChange={(event) => void choose(event.target.value)}
        >
          {values.map((one) => (
            <option key={one} value={one}>
              {t(`settings:${name}.${one}`)}
            </option>
          ))}
        </select>
      </label>
      {refusal !== null && (
        <p id={refusalId} className="settings-refusal" role="alert">
          {t(`errors:${refusal}`)}
        </p>
      )}
    </div>
  )
}
