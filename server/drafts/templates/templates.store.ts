/** Keeps the texts that people begin their mails with. Two names are one when they look alike, whatever their case. */
import type { Template } from '#contract/endpoints/sending/templates'
import type { AccountId } from '../../core/account'

export type TemplateText = Template & { readonly html: string }

export type TemplateStore = {
  /** In the order of their names. */
  readonly list: (account: AccountId) => Promise<readonly Template[]>
  readonly find: (account: AccountId, id: string) => Promise<TemplateText | null>
  /** Keeps it beside fewer than `most` others; the word says why it was not kept. */
  readonly add: (
    account: AccountId,
    template: TemplateText,
    at: { readonly now: number; readonly most: number },
  ) => Promise<'added' | 'nameTaken' | 'full'>
  /** False when there is none with that id. */
  readonly change: (account: AccountId, template: TemplateText) => Promise<boolean | 'nameTaken'>
  /** Null when there is none with that id. */
  readonly rename: (account: AccountId, id: string, name: string) => Promise<Template | 'nameTaken' | null>
  /** Whether it was there. */
  readonly remove: (account: AccountId, id: string) => Promise<boolean>
}
