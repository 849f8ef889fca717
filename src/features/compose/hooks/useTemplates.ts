/** The account's templates while the dialog stands there. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import * as calls from '../../../contract/endpoints/templates'
import type { Failure } from '../../../lib/http/outcome'
import { inNameOrder } from '../../../lib/i18n/byName'
import { selectLanguage } from '../../../store/preferences'
import { useServices } from '../../../store/servicesContext'
import { useAppSelector } from '../../../store/typed'
import { keepTemplate, type Refused, renameTemplate } from '../templates'

export function useTemplates() {
  const services = useServices()
  const { call } = services
  const language = useAppSelector(selectLanguage)
  const [list, setList] = useState<readonly calls.Template[] | null>(null)
  const [failure, setFailure] = useState<Failure['code'] | null>(null)

  const load = useCallback(async () => {
    const outcome = await call(calls.templates, {})
    setFailure(outcome.ok ? null : outcome.code)
    if (outcome.ok) setList(outcome.value.templates)
  }, [call])
  useEffect(() => void load(), [load])

  const shown = useMemo(() => (list === null ? null : inNameOrder(list, language)), [list, language])

  const reloaded = async (refused: Refused) => {
    if (refused === null || refused === 'notFound') await load()
    return refused
  }

  return {
    list: shown,
    failure,
    load,
    keep: async (name: string, subject: string, html: string) =>
      reloaded(await keepTemplate(services, name, subject, html)),
    rename: async (id: string, name: string) => reloaded(await renameTemplate(services, id, name)),
    remove: async (id: string) => {
      const outcome = await call(calls.removeTemplate, { id })
      return reloaded(outcome.ok ? null : outcome.code)
    },
    open: async (id: string) => {
      const outcome = await call(calls.openTemplate, { id })
      if (outcome.ok) return outcome.value.template
      await reloaded(outcome.code)
      return outcome.code
    },
  }
}
