/** What a written mail says: formatted, or plain text and nothing beside it. */
export function writtenText(form: { readonly html: string; readonly text?: string | undefined }) {
  return form.text === undefined
    ? ({ html: form.html, text: null } as const)
    : ({ html: null, text: form.text } as const)
}
