import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined'
import ConfigProvider, { type ThemeConfig } from 'antd/es/config-provider'
import theme from 'antd/es/theme'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { selectLanguage } from '../../store/settings/preferences'
import { useAppSelector } from '../../store/typed'
import { useMediaQuery } from '../browser/useMediaQuery'
import './antd.css'

const locales = { 'zh-CN': zhCN, 'en-US': enUS } as const

/** Which skin is on the page (`public/skin.js`), as one text that changes with it. */
function useShownSkin(): string {
  const root = document.documentElement
  return useSyncExternalStore(
    (onChange) => {
      const observer = new MutationObserver(onChange)
      observer.observe(root, { attributeFilter: ['data-skin', 'data-dark'] })
      return () => observer.disconnect()
    },
    () => `${root.dataset.skin} ${root.hasAttribute('data-dark')}`,
  )
}

/** The product's own tokens as they stand on the page now, as antd calls them. */
function tokensOf(shown: CSSStyleDeclaration): NonNullable<ThemeConfig['token']> {
  const token = (name: string, otherwise: string) => shown.getPropertyValue(`--ep-${name}`).trim() || otherwise
  const [accent, text] = [token('accent', '#2f5bea'), token('text', '#1f2733')]
  const strong = token('accent-strong', '#2449c4')
  const [flag, flagStrong] = [token('flag-text', '#c62f35'), token('flag-strong', '#a3252b')]
  const [card, line] = [token('card', '#ffffff'), token('line', '#e6e9ee')]
  return {
    colorPrimary: accent,
    // Their own would be lighter, and the words on them too faint.
    colorPrimaryHover: strong,
    colorPrimaryActive: strong,
    colorInfo: accent,
    colorLink: accent,
    colorLinkHover: strong,
    colorTextLightSolid: token('on-accent', '#ffffff'),
    colorSuccess: token('ok', '#1f9d61'),
    colorWarning: token('warn', '#cc7a00'),
    // Words stand in it, and on it.
    colorError: flag,
    colorErrorText: flag,
    colorErrorHover: flagStrong,
    colorErrorActive: flagStrong,
    colorText: text,
    colorTextHeading: text,
    colorTextSecondary: token('text-2', '#5b6676'),
    colorTextTertiary: token('text-3', '#626c80'),
    colorTextDescription: token('text-2', '#5b6676'),
    colorTextPlaceholder: token('text-3', '#626c80'),
    colorTextDisabled: token('text-3', '#626c80'),
    colorIcon: token('text-2', '#5b6676'),
    colorBgContainer: card,
    colorBgElevated: card,
    colorBgLayout: token('bg', '#f4f6f9'),
    colorBorder: token('line-strong', '#858e9e'),
    colorBorderSecondary: line,
    colorSplit: line,
    controlItemBgHover: token('hover', '#f3f6fa'),
    controlItemBgActive: token('accent-soft', '#e9efff'),
    controlItemBgActiveHover: token('accent-soft', '#e9efff'),
    borderRadius: 10,
    borderRadiusLG: 14,
    controlHeight: 36,
    fontSize: 14,
    fontFamily: 'var(--ep-font)',
  }
}

const allowClear = { clearIcon: <CloseCircleFilled aria-hidden /> }

/** The dark algorithm mixes an accent of its own, beside which the product's own buttons look foreign. */
const keepAccent: typeof theme.darkAlgorithm = (seed, map) => ({
  ...(map ?? theme.defaultAlgorithm(seed)),
  colorPrimary: seed.colorPrimary,
})

/** Within the dialog of the field: what lies outside an open dialog cannot be reached. */
const layerOf = (trigger?: HTMLElement) => trigger?.closest('dialog') ?? document.body

/** antd in the product's tokens, skins, modes and language (docs/decisions/0038). */
export function AntdScope({ children }: { children: ReactNode }) {
  const language = useAppSelector(selectLanguage)
  const skin = useShownSkin()
  const isCoarse = useMediaQuery('(pointer: coarse)')
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const config = useMemo((): ThemeConfig => {
    const tokens = tokensOf(getComputedStyle(document.documentElement))
    return {
      algorithm: [skin.endsWith('true') ? theme.darkAlgorithm : theme.defaultAlgorithm, keepAccent],
      token: { ...tokens, controlHeight: isCoarse ? 44 : 36, motion: !isStill },
      zeroRuntime: true,
      hashed: false,
      components: {
        Button: {
          fontWeight: 600,
          defaultBorderColor: tokens.colorSplit ?? '',
          defaultShadow: 'none',
          primaryShadow: 'none',
          dangerShadow: 'none',
        },
        // A month fits a phone, whatever the height of its fields.
        DatePicker: { cellWidth: 40, cellHeight: 36 },
      },
    }
  }, [skin, isCoarse, isStill])
  return (
    <ConfigProvider
      locale={locales[language]}
      theme={config}
      // Their own comes and goes by a motion: cut short, it stays for good, and so does its name.
      button={{ autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-hidden /> }}
      wave={{ disabled: true }}
      // Left to themselves they are read aloud by their English names.
      select={{ suffixIcon: <DownOutlined aria-hidden /> }}
      datePicker={{ suffixIcon: <CalendarOutlined aria-hidden />, allowClear }}
      timePicker={{ suffixIcon: <ClockCircleOutlined aria-hidden />, allowClear }}
      getPopupContainer={layerOf}
    >
      {children}
    </ConfigProvider>
  )
}
