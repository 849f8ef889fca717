import { useTranslation } from 'react-i18next'
import type { Language } from '../../lib/i18n/languages'

type Props = {
  language: Language
  onChoose: (language: Language) => void
  /** Whole words where there is room. */
  spelled?: boolean
}

/** Names the other language in that language, so that whoever cannot read the page finds it. */
export function LanguageSwitch({ language, onChoose, spelled = false }: Props) {
  const { t } = useTranslation('common')
  const other = language === 'zh-CN' ? 'en-US' : 'zh-CN'
  return (
    <button
      type="button"
      className="ep-language"
      lang={other}
      aria-label={t('otherLanguage')}
      onClick={() => onChoose(other)}
    >
      {t(spelled ? 'otherLanguage' : 'otherLanguageShort')}
    </button>
  )
}
