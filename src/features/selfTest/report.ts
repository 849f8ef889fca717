/** What is handed on to whoever helps: each finding in words, without anything of a person (TRUST S35). */
import type { TFunction } from 'i18next'
import { checkIds, type Finding } from './checks'
import type { Findings } from './useSelfTest'

export function findingText(t: TFunction, id: string, { said, params }: Finding): string {
  return t(`testPage:${id}.${said}`, { ...params })
}

export function reportOf(t: TFunction, findings: Findings, look: string): string {
  const lines = checkIds.flatMap((id) => {
    const finding = findings[id]
    if (finding === undefined) return []
    return [`${t(`testPage:${id}.name`)}: ${t(`testPage:state.${finding.state}`)}. ${findingText(t, id, finding)}`]
  })
  return [t('testPage:report'), ...lines, look].join('\n')
}
