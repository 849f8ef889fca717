/** The keys of the mail desk, listed. */
import { Fragment, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { type Shortcut, shortcutGroups } from './shortcutTable'
import './ShortcutsDialog.css'

function Keys({ keys }: Pick<Shortcut, 'keys'>) {
  const { t } = useTranslation(['shortcuts'])
  return keys.map((pressed, at) => (
    <Fragment key={pressed.join(' ')}>
      {at > 0 && ` ${t('shortcuts:or')} `}
      {pressed.map((key, place) => (
        <Fragment key={key}>
          {place > 0 && ` ${t('shortcuts:then')} `}
          <kbd className="shortcuts-key">{key}</kbd>
        </Fragment>
      ))}
    </Fragment>
  ))
}

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shortcuts', 'common'])
  const hint = useRef<HTMLParagraphElement>(null)
  // The list is read from its top; the button that would have the focus stands at its foot.
  useEffect(() => hint.current?.focus(), [])
  return (
    <Dialog
      title={t('shortcuts:title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <p ref={hint} tabIndex={-1} className="shortcuts-hint">
        {t('shortcuts:hint')}
      </p>
      {shortcutGroups.map(({ name, shortcuts }) => (
        <section key={name} aria-label={t(`shortcuts:groups.${name}`)}>
          <h3 className="shortcuts-group">{t(`shortcuts:groups.${name}`)}</h3>
          <dl className="shortcuts-list">
            {shortcuts.map((shortcut) => (
              <div key={shortcut.name} className="shortcuts-line">
                <dt>{t(`shortcuts:keys.${shortcut.name}`)}</dt>
                <dd>
                  <Keys keys={shortcut.keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
