/** Texts that a person begins their mails with: told, opened, kept, renamed and removed. */
import { randomUUID } from 'node:crypto'
import { checkTemplateName, templateLimits } from '#contract/compose/templateRules'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/templates'
import { holdsControl } from '#contract/rules'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { TemplateStore } from './templates.store'

export type TemplateDeps = { readonly templates: TemplateStore; readonly clock: Clock }

export const makeTemplates =
  ({ templates }: TemplateDeps) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.templates>> => ({
    templates: [...(await templates.list(account.id))],
  })

export const makeOpenTemplate =
  ({ templates }: TemplateDeps) =>
  async (
    { id }: Form<typeof entries.openTemplate>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.openTemplate>> => {
    const template = await templates.find(account.id, id)
    if (template === null) throw new Refusal('notFound')
    return { template }
  }

export const makeSaveTemplate =
  ({ templates, clock }: TemplateDeps) =>
  async (
    { id, name, subject, html }: Form<typeof entries.saveTemplate>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.saveTemplate>> => {
    if (holdsControl(subject)) throw new Refusal('badField', { field: 'subject' })
    if (html.length > templateLimits.htmlCharacters) throw new Refusal('tooLarge', { field: 'html' })
    const template = { id: id ?? randomUUID(), name: askedName(name), subject }
    const at = { now: clock.now(), most: templateLimits.templates }
    const came =
      id === undefined
        ? await templates.add(account.id, { ...template, html }, at)
        : await templates.change(account.id, { ...template, html })
    if (came === false) throw new Refusal('notFound')
    if (came === 'full') throw new Refusal('templatesFull')
    if (came === 'nameTaken') throw new Refusal('templateNameTaken', { field: 'name' })
    return { template }
  }

export const makeRenameTemplate =
  ({ templates }: TemplateDeps) =>
  async (
    { id, name }: Form<typeof entries.renameTemplate>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.renameTemplate>> => {
    const template = await templates.rename(account.id, id, askedName(name))
    if (template === null) throw new Refusal('notFound')
    if (template === 'nameTaken') throw new Refusal('templateNameTaken', { field: 'name' })
    return { template }
  }

export const makeRemoveTemplate =
  ({ templates }: TemplateDeps) =>
  async (
    { id }: Form<typeof entries.removeTemplate>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.removeTemplate>> => {
    if (!(await templates.remove(account.id, id))) throw new Refusal('notFound')
    return {}
  }

function askedName(typed: string): string {
  const name = typed.trim()
  const fault = checkTemplateName(name)
  if (fault) throw new Refusal(fault, { field: 'name' })
  return name
}
