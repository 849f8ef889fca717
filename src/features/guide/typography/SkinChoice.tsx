import Radio from 'antd/es/radio'
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
    <div className="type-choice">
      <span id={`guide-${name}`}>{t(`${name}.title`)}</span>
      <Radio.Group
        aria-labelledby={`guide-${name}`}
        value={chosen}
        options={values.map((value) => ({ value, label: t(`${name}.${value}`) }))}
        onChange={({ target }) => void dispatch(changeSetting(name, target.value))}
      />
    </div>
  )
}
