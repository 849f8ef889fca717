import { useTranslation } from 'react-i18next'
import { settings } from '#contract/settings'
import { changeSetting } from '#src/store/settings/settingsThunks'
import { useSetting } from '#src/store/settings/useSetting'
import { useAppDispatch } from '#src/store/typed'

/** The account's own settings: what is chosen here holds everywhere, and shows at once. */
export function SkinChoice() {
  return (
    <div className="type-choices">
      <Choice name="skin" />
      <Choice name="mode" />
    </div>
  )
}

function Choice({ name }: { name: 'skin' | 'mode' }) {
  const { t } = useTranslation('settings')
  const dispatch = useAppDispatch()
  const chosen = useSetting(name)
  const values: readonly (typeof chosen)[] = settings[name].values
  return (
    <fieldset className="type-choice">
      <legend>{t(`${name}.title`)}</legend>
      {values.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name={`guide-${name}`}
            checked={value === chosen}
            onChange={() => void dispatch(changeSetting(name, value))}
          />
          {t(`${name}.${value}`)}
        </label>
      ))}
    </fieldset>
  )
}
