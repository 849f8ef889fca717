/** The account's templates while the dialog stands there. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import * as calls from '#contract/endpoints/sending/templates'
import type { Failure } from '#src/lib/http/outcome'
import { inNameOrder } from '#src/lib/i18n/byName'
import { useServices } from '#src/store/servicesContext'
import { selectLanguage } from '#src/store/settings/preferences'
import { useAppSelector } from '#src/store/typed'
import { changeTemplateName, keepTemplate, type TemplateRefusal } from './templates'

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

  const reloaded = async (refused: TemplateRefusal) => {
    if (refused === null || refused === 'notFound') await load()
    return refused
  }

  return {
    list: shown,
    failure,
    load,
    keep: async (name: string, subject: string, html: string) =>
      reloaded(await keepTemplate(services, name, subject, html)),
    rename: async (id: string, name: string) => reloaded(await changeTemplateName(services, id, name)),
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
