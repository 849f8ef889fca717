import Radio from 'antd/es/radio'
import { useTranslation } from 'react-i18next'
import { isValueOf, settings } from '#contract/settings'
import { chooseOwnLook } from '#src/store/settings/ownLook'
import { useLook } from '#src/store/settings/useSetting'
import { useAppDispatch } from '#src/store/typed'

/** What is chosen here holds in this browser alone, as in the top bar, and shows at once. */
export function SkinChoice() {
  return (
    <div className="type-choices">
      <Choice name="skin" />
      <Choice name="mode" />
    </div>
  )
}

function Choice({ name }: { name: 'skin' | 'mode' }) {
  const { t } = useTranslation('look')
  const dispatch = useAppDispatch()
  const chosen = useLook()[name]
  const values: readonly (typeof chosen)[] = settings[name].values
  return (
    <div className="type-choice">
      <span id={`guide-${name}`}>{t(`${name}.title`)}</span>
      <Radio.Group
        aria-labelledby={`guide-${name}`}
        value={chosen}
        options={values.map((value) => ({ value, label: t(`${name}.${value}`) }))}
        onChange={({ target: { value } }) => {
          if (isValueOf(name, value)) dispatch(chooseOwnLook({ [name]: value }))
        }}
      />
    </div>
  )
}
