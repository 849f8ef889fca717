import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import type { listFiles } from '#contract/endpoints/files/files'

type Props = { label: string; path: Reply<typeof listFiles>['path']; onGo: (folder: string) => void }

/** The folders that lead to the one that is shown, each a way back. */
export function Crumbs({ label, path, onGo }: Props) {
  const { t } = useTranslation('files')
  const steps = [{ id: '', name: t('tabs.mine') }, ...path]
  return (
    <nav className="files-crumbs" aria-label={label}>
      <ol>
        {steps.map(({ id, name }, at) => (
          <li key={id}>
            {at === steps.length - 1 ? (
              <bdi aria-current="location">{name}</bdi>
            ) : (
              <button type="button" className="ep-link" title={name} onClick={() => onGo(id)}>
                <bdi>{name}</bdi>
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
