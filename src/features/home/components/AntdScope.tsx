import ConfigProvider from 'antd/es/config-provider'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import type { ReactNode } from 'react'
import { selectLanguage } from '../../../store/preferences'
import { useAppSelector } from '../../../store/typed'

/** antd in the product's own tokens and language. */
export function AntdScope({ children }: { children: ReactNode }) {
  const language = useAppSelector(selectLanguage)
  return (
    <ConfigProvider
      locale={language === 'zh-CN' ? zhCN : enUS}
      button={{ autoInsertSpace: false }}
      theme={{
        token: {
          colorPrimary: '#2f5bea',
          colorText: '#1f2733',
          colorTextSecondary: '#5b6676',
          colorBorderSecondary: '#e6e9ee',
          borderRadiusLG: 14,
          fontFamily: 'var(--ep-font)',
        },
      }}
    >
      {children}
    </ConfigProvider>
  )
}
