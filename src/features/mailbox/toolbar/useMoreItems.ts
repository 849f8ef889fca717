/** What is seldom done to mails, as the toolbar and the menu of a row offer it. */
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits'
import type { MenuItem } from '#src/components/menu/MenuList'
import { selectKeepsRules } from '#src/store/shell/site'
import { useAppSelector } from '#src/store/typed'
import type { MailCommands } from '../actions/useMailCommands'
import { canReport, isOwnMail } from '../folderAbilities'

type On = Pick<
  ReturnType<MailCommands['commandsOn']>,
  'isWhole' | 'report' | 'exportAs' | 'forwardAsFiles' | 'print' | 'makeRule' | 'decide'
>

/** `count`: mails that a command would act on. */
export function useMoreItems(folder: string, count: number, on: On, exportName = ''): readonly MenuItem[] {
  const { t } = useTranslation(['mail'])
  const keepsRules = useAppSelector(selectKeepsRules)
  const none = count === 0 ? t('mail:selectFirst') : undefined
  const whole = on.isWhole() ? t('mail:notWhole') : undefined
  const notOne = count === 1 ? undefined : t('mail:selectOne')
  const tooMany = count > limits.forwardedMails ? t('mail:selectAtMost', { count: limits.forwardedMails }) : undefined
  return [
    {
      key: 'forwardAsFiles',
      isFirstOfKind: true,
      label: t('mail:moreActions.forwardAsFiles'),
      disabledReason: none ?? whole ?? tooMany,
      onChoose: on.forwardAsFiles,
    },
    {
      key: 'export',
      label: t(`mail:moreActions.${count === 1 ? 'save' : 'export'}`),
      disabledReason: none,
      onChoose: () => void on.exportAs(exportName),
    },
    { key: 'print', label: t('mail:moreActions.print'), disabledReason: notOne, onChoose: on.print },
    ...(isOwnMail(folder) ? [] : senderItems()),
  ]

  function senderItems(): readonly MenuItem[] {
    const reason = none ?? whole ?? (keepsRules ? undefined : t('mail:noRules'))
    const item = (key: string, onChoose: () => void): MenuItem => ({
      key,
      label: t(`mail:moreActions.${key}`),
      disabledReason: reason,
      onChoose,
    })
    return [
      { ...item('makeRule', on.makeRule), isFirstOfKind: true, disabledReason: reason ?? notOne },
      // Where it is not junk yet, it goes there along with the decision.
      ...(canReport(folder) ? [item('block', () => on.report('reportAndBlock'))] : []),
      // It asks first, and offers to delete what else they have sent.
      item('blockSender', () => void on.decide('block')),
      item('blockDomain', () => void on.decide('blockDomain')),
      item('trustSender', () => void on.decide('trust')),
    ]
  }
}
