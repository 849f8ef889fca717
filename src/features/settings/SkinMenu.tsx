import BgColorsOutlined from '@ant-design/icons/es/icons/BgColorsOutlined'
import { useTranslation } from 'react-i18next'
import { Menu } from '../../components/menu/Menu'
import { settings } from '../../contract/settings'
import { chooseOwnLook } from '../../store/settings/ownLook'
import { useLook } from '../../store/settings/useSetting'
import { useAppDispatch } from '../../store/typed'

/** Skins, and whether they are light or dark: each shows at once, in this browser alone. */
export function SkinMenu() {
  const { t } = useTranslation('look')
  const dispatch = useAppDispatch()
  const { skin, mode } = useLook()
  return (
    <Menu
      label={t('skin.title')}
      align="end"
      items={[
        ...settings.skin.values.map((value) => ({
          key: value,
          label: t(`skin.${value}`),
          isChosen: value === skin,
          onChoose: () => dispatch(chooseOwnLook({ skin: value })),
        })),
        ...settings.mode.values.map((value, at) => ({
          key: value,
          label: t(`mode.${value}`),
          isChosen: value === mode,
          isFirstOfKind: at === 0,
          onChoose: () => dispatch(chooseOwnLook({ mode: value })),
        })),
      ]}
    >
      <BgColorsOutlined aria-hidden="true" />
    </Menu>
  )
}
