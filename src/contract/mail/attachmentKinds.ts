/** What kind of file an attachment is, by its type and, where that says nothing, by its name. */

export const attachmentKinds = [
  'picture',
  'pdf',
  'document',
  'table',
  'slides',
  'archive',
  'sound',
  'film',
  'mail',
  'text',
  'other',
] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

const endings: Readonly<Record<Exclude<AttachmentKind, 'other'>, RegExp>> = {
  picture: /^(?:png|jpe?g|gif|webp|avif|bmp|heic|tiff?|svg)$/,
  pdf: /^pdf$/,
  document: /^(?:docx?|odt|rtf|wps|pages)$/,
  table: /^(?:xlsx?|ods|csv|et|numbers)$/,
  slides: /^(?:pptx?|odp|dps|key)$/,
  archive: /^(?:zip|rar|7z|gz|tgz|tar|bz2|xz)$/,
  sound: /^(?:mp3|m4a|aac|ogg|wav|flac|amr)$/,
  film: /^(?:mp4|mov|webm|avi|mkv|wmv)$/,
  mail: /^(?:eml|msg)$/,
  text: /^(?:txt|md|log|json|xml|ics|vcf)$/,
}

const types: readonly (readonly [RegExp, AttachmentKind])[] = [
  [/^image\//, 'picture'],
  [/^audio\//, 'sound'],
  [/^video\//, 'film'],
  [/^message\//, 'mail'],
  [/pdf$/, 'pdf'],
  [/spreadsheet|excel|^text\/csv$/, 'table'],
  [/presentation|powerpoint/, 'slides'],
  [/wordprocessing|msword|opendocument\.text|^(?:application|text)\/rtf$/, 'document'],
  [/zip$|compressed|x-rar|x-tar|x-7z/, 'archive'],
  [/^text\//, 'text'],
]

export function attachmentKind({ type, name }: { readonly type: string; readonly name: string }): AttachmentKind {
  const ending = /\.([^.]{1,8})$/.exec(name.trim().toLowerCase())?.[1] ?? ''
  // The name first: many programs send every file as `application/octet-stream`, or a table as plain text.
  const byName = attachmentKinds.find((kind) => kind !== 'other' && endings[kind].test(ending))
  return byName ?? types.find(([pattern]) => pattern.test(type.toLowerCase()))?.[1] ?? 'other'
}

/** Files of a page of the list, and messages that are looked through for one. */
export const attachmentLimits = { pageSize: 50, lookedThrough: 3_000 } as const
