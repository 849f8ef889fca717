import icons from 'virtual:icons-in-use'
import AntdIcon from '@ant-design/icons/es/components/AntdIconLight'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#src/components/state/EmptyState'
import { noticeShown } from '#src/store/shell/notices'
import { useAppDispatch } from '#src/store/typed'
import { GuideFrame } from '../GuideFrame'
import './icons.css'

/** Every icon that the app shows, found by its name or by the part of the app that shows it; a press copies the name. */
export function IconsPage() {
  const { t } = useTranslation(['icons', 'common'])
  const dispatch = useAppDispatch()
  const [sought, setSought] = useState('')
  const words = useDeferredValue(sought).trim().toLowerCase().split(/\s+/)
  const fieldId = useId()
  const shown = icons.filter(({ name, places }) => {
    const text = [name, ...places].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })

  async function copy(name: string) {
    // Without leave to write to it there may be no clipboard at all.
    const isCopied = await Promise.resolve(navigator.clipboard?.writeText(name).then(() => true)).catch(() => false)
    dispatch(
      noticeShown(
        isCopied
          ? { tone: 'success', message: 'icons:copied', params: { name } }
          : { tone: 'error', message: 'icons:notCopied', params: { name } },
      ),
    )
  }

  return (
    <GuideFrame page="icons" intro={t('icons:intro')}>
      <div className="icons-search">
        <label htmlFor={fieldId}>{t('icons:search')}</label>
        <Input
          id={fieldId}
          type="search"
          value={sought}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setSought(event.target.value)}
        />
        <p role="status" className="guide-note">
          {t('icons:found', { count: shown.length, total: icons.length })}
        </p>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title={t('icons:none')}
          hint={t('icons:noneHint')}
          action={<Button onClick={() => setSought('')}>{t('icons:all')}</Button>}
        />
      ) : (
        <ul className="icons-list" aria-label={t('icons:list')}>
          {shown.map(({ name, places, icon }) => (
            <li key={name}>
              <Button className="icons-one" title={t('icons:copy', { name })} onClick={() => void copy(name)}>
                <AntdIcon icon={icon} className="icons-drawn" aria-hidden="true" />
                <span className="icons-name">{name}</span>
                <span className="icons-places">{places.join(', ')}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </GuideFrame>
  )
}
