/** Sections and what the search finds in them, in whichever language it is asked. */
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import Input from 'antd/es/input'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type SectionId, type SettingName, settings } from '#contract/settings'
import { languages } from '#src/lib/i18n/languages'
import { namesOf, textOf, useListedSections } from './sections/sections'

type Found = { readonly section: SectionId; readonly setting?: SettingName; readonly title: string }

/** What can be found, each with all that is said of it in any language. */
function useIndex() {
  const { t, i18n } = useTranslation(['settings', 'look'])
  const sections = useListedSections()
  const [isWhole, setWhole] = useState(false)
  useEffect(() => {
    // The texts of the other languages are there for the search alone.
    void i18n.reloadResources([...languages], ['settings', 'look']).then(() => setWhole(true))
  }, [i18n])
  const spoken = isWhole ? languages : languages.filter((one) => one === i18n.language)
  const said = (keys: readonly string[]) =>
    spoken
      .flatMap((language) => keys.map((key) => (i18n.exists(key, { lng: language }) ? t(key, { lng: language }) : '')))
      .join(' ')
      .toLowerCase()
  const index: readonly (Found & { readonly words: string })[] = sections.flatMap(({ id }) => {
    const title = t(`settings:sections.${id}.title`)
    const ofSection = ['title', 'hint', 'words'].map((part) => `settings:sections.${id}.${part}`)
    return [
      { section: id, title, words: said(ofSection) },
      ...namesOf(id).map((name) => ({
        section: id,
        setting: name,
        title: t(textOf(name, 'title')),
        words: said(['title', 'hint', ...settings[name].values].map((part) => textOf(name, part))),
      })),
    ]
  })
  return { sections, index }
}

type Props = {
  /** The section that is shown beside. */
  open?: SectionId
  /** Whether each section says what it holds. */
  isExplained?: boolean
  addressOf: (section: SectionId, setting?: SettingName) => string
}

export function SettingsSearch({ open, isExplained = false, addressOf }: Props) {
  const { t } = useTranslation('settings')
  const [typed, setTyped] = useState('')
  const { sections, index } = useIndex()
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = index.filter(({ words }) => wanted.every((word) => words.includes(word)))
  const sectionTitle = (section: SectionId) => t(`sections.${section}.title`)
  return (
    <nav className="settings-nav" aria-label={t('sectionsLabel')}>
      <Input
        type="search"
        prefix={<SearchOutlined aria-hidden />}
        aria-label={t('search')}
        placeholder={t('search')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p className="visually-hidden" role="status">
        {wanted.length > 0 && t('found', { count: found.length })}
      </p>
      {wanted.length > 0 && found.length === 0 && <p className="settings-note">{t('noneFound')}</p>}
      <ul>
        {wanted.length === 0 &&
          sections.map(({ id, icon }) => (
            <li key={id}>
              <Link className="settings-link" to={addressOf(id)} aria-current={id === open ? 'page' : undefined}>
                <span aria-hidden="true">{icon}</span>
                <span>
                  {sectionTitle(id)}
                  {isExplained && <span className="settings-link-hint">{t(`sections.${id}.hint`)}</span>}
                </span>
              </Link>
            </li>
          ))}
        {wanted.length > 0 &&
          found.map(({ section, setting, title }) => (
            <li key={`${section} ${setting}`}>
              <Link className="settings-link" to={addressOf(section, setting)}>
                <span>
                  {title}
                  {setting !== undefined && <span className="settings-link-hint">{sectionTitle(section)}</span>}
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
