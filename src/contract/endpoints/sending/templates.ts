/** Texts that a person keeps under a name, to begin a mail with: by account, formatted, without pictures and files. */
import * as v from 'valibot'
import { templateLimits } from '../../compose/templateRules'
import { endpoint } from '../../endpoint'
import { optional, text, withDefault } from '../../field'
import { limits } from '../../limits'

const template = v.object({ id: v.string(), name: v.string(), subject: v.string() })
export type Template = v.InferOutput<typeof template>

const name = () => text(200)
const oneTemplate = v.object({ template })

/** In the order of their names. */
export const templates = endpoint({
  method: 'GET',
  path: 'webmail/template/templates.action',
  reply: v.object({ templates: v.array(template) }),
})

export const openTemplate = endpoint({
  method: 'POST',
  path: 'webmail/template/openTemplate.action',
  fields: { id: text(100) },
  reply: v.object({ template: v.object({ ...template.entries, html: v.string() }) }),
  codes: ['notFound'],
})

/** Another one; with `id`, that one is written anew. */
export const saveTemplate = endpoint({
  method: 'POST',
  path: 'webmail/template/saveTemplate.action',
  fields: {
    id: optional(text(100)),
    name: name(),
    subject: withDefault(text(limits.subjectCharacters), ''),
    // A little more is read than is kept, so that what is too long is refused by that name.
    html: text(4 * templateLimits.htmlCharacters),
  },
  reply: oneTemplate,
  codes: ['templateNameInvalid', 'templateNameTaken', 'templatesFull', 'tooLarge', 'notFound'],
  formBytes: limits.textFormBytes,
})

export const renameTemplate = endpoint({
  method: 'POST',
  path: 'webmail/template/renameTemplate.action',
  fields: { id: text(100), name: name() },
  reply: oneTemplate,
  codes: ['templateNameInvalid', 'templateNameTaken', 'notFound'],
})

export const removeTemplate = endpoint({
  method: 'POST',
  path: 'webmail/template/removeTemplate.action',
  fields: { id: text(100) },
  codes: ['notFound'],
})
