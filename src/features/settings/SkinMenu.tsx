import BgColorsOutlined from '@ant-design/icons/es/icons/BgColorsOutlined'
import { useTranslation } from 'react-i18next'
import { Menu } from '../../components/menu/Menu'
import { settings } from '../../contract/settings'
import { changeSetting } from '../../store/settings/settingsThunks'
import { useSetting } from '../../store/settings/useSetting'
import { useAppDispatch } from '../../store/typed'

/** Skins, and whether they are light or dark: each shows at once. */
export function SkinMenu() {
  const { t } = useTranslation('settings')
  const dispatch = useAppDispatch()
  const skin = useSetting('skin')
  const mode = useSetting('mode')
  return (
    <Menu
      label={t('skin.title')}
      align="end"
      items={[
        ...settings.skin.values.map((value) => ({
          key: value,
          label: t(`skin.${value}`),
          isChosen: value === skin,
          onChoose: () => void dispatch(changeSetting('skin', value)),
        })),
        ...settings.mode.values.map((value, at) => ({
          key: value,
          label: t(`mode.${value}`),
          isChosen: value === mode,
          isFirstOfKind: at === 0,
          onChoose: () => void dispatch(changeSetting('mode', value)),
        })),
      ]}
    >
      <BgColorsOutlined aria-hidden="true" />
    </Menu>
  )
}
