import { useTranslation } from 'react-i18next'

export function ImagesBar({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation('reading')
  return (
    <div className="reading-bar">
      <span>{t('imagesBlocked', { count })}</span>
      <button type="button" className="ep-link reading-bar-action" onClick={onShow}>
        {t('showImages')}
      </button>
    </div>
  )
}
