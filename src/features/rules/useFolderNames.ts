import { useTranslation } from 'react-i18next'
import type { RuleDraft } from '#contract/mail/ruleDraft'
import type { Folder } from '#contract/shapes'
import { folderName, moveTargets } from '../mailbox'
import { ruleSentence } from './ruleSentence'

/** How folders are called, and into which of them a rule can file. */
export function useFolderNames(folders: readonly Folder[]) {
  const { t } = useTranslation('mail')
  const isThere = (id: string) => folders.some((folder) => folder.id === id)
  const nameOf = (id: string) => {
    const name = folderName(id, folders, t)
    return isThere(id) || name !== id ? name : null
  }
  /** With those above it, since two may bear one name. */
  const pathOf = (folder: Folder): string => {
    const parent = folders.find(({ id }) => id === folder.parent)
    const name = folderName(folder.id, folders, t)
    return parent === undefined ? name : `${pathOf(parent)} / ${name}`
  }
  const targets = moveTargets(folders, '').map((folder) => ({ value: folder.id, label: pathOf(folder) }))
  return { nameOf, targets }
}

/** Reads rules back as sentences. */
export function useRuleSentence(folders: readonly Folder[]): (rule: RuleDraft) => string {
  const { t, i18n } = useTranslation(['rules', 'mail'])
  const { nameOf } = useFolderNames(folders)
  return (rule) => ruleSentence(rule, { t, language: i18n.language, folderName: nameOf })
}
