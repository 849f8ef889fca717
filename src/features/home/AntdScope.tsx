import ConfigProvider from 'antd/es/config-provider'
import theme from 'antd/es/theme'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import { type ReactNode, useSyncExternalStore } from 'react'
import { selectLanguage } from '../../store/settings/preferences'
import { useAppSelector } from '../../store/typed'

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

/** antd in the product's own tokens and language. */
export function AntdScope({ children }: { children: ReactNode }) {
  const language = useAppSelector(selectLanguage)
  const isDark = useShownSkin().endsWith('true')
  const shown = getComputedStyle(document.documentElement)
  const token = (name: string, otherwise: string) => shown.getPropertyValue(`--ep-${name}`).trim() || otherwise
  return (
    <ConfigProvider
      locale={language === 'zh-CN' ? zhCN : enUS}
      button={{ autoInsertSpace: false }}
      theme={{
        algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
        token: {
          colorPrimary: token('accent', '#2f5bea'),
          colorText: token('text', '#1f2733'),
          colorTextSecondary: token('text-2', '#5b6676'),
          colorBgContainer: token('card', '#ffffff'),
          colorBorderSecondary: token('line', '#e6e9ee'),
          borderRadiusLG: 14,
          fontFamily: 'var(--ep-font)',
        },
      }}
    >
      {children}
    </ConfigProvider>
  )
}
