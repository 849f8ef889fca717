/** Files of contacts as they are imported and exported (BEHAVIOUR §12). */
import * as v from 'valibot'

/** Those that a person may choose. The mark at the beginning (BOM) is no text in any of them. */
export const fileEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'big5', 'windows-1252'] as const
export type FileEncoding = (typeof fileEncodings)[number]

/** What a column holds: these are also what a person may choose for it. */
export const csvFields = [
  'ignored',
  'name',
  'family',
  'given',
  'additional',
  'prefix',
  'suffix',
  'email',
  'emailLabel',
  'phone',
  'phoneLabel',
  'mobile',
  'workPhone',
  'otherPhone',
  'workEmail',
  'homeEmail',
  'nickname',
  'company',
  'birthday',
  'birthYear',
  'birthMonth',
  'birthDay',
  'fax',
  'postcode',
  'address',
  'street',
  'city',
  'region',
  'country',
  'familyPhone',
  'familyAddress',
  'familyStreet',
  'familyCity',
  'familyRegion',
  'familyPostcode',
  'familyCountry',
  'familyInfo',
  'notes',
  'starred',
  'groups',
] as const
export type CsvField = (typeof csvFields)[number]

export const csvPresets = [
  'own',
  'google',
  'outlook',
  'icloud',
  'thunderbird',
  'qq',
  '163',
  'foxmail',
  'yahoo',
] as const
export type CsvPreset = (typeof csvPresets)[number]

/** `hasHeader` false: the first row is a person, and columns are guessed by what stands in them. */
export const csvMapping = /* @__PURE__ */ v.object({
  preset: v.nullable(v.picklist(csvPresets)),
  hasHeader: v.boolean(),
  columns: v.array(v.picklist(csvFields)),
})
export type CsvMapping = v.InferOutput<typeof csvMapping>

/** What becomes of a person of the file who is there already, by an address or by the name. */
export const duplicateChoices = ['skip', 'replace', 'merge', 'both'] as const
export type DuplicateChoice = (typeof duplicateChoices)[number]

export const contactFormats = ['csv', 'vcf3', 'vcf4'] as const
export type ContactFormat = (typeof contactFormats)[number]

export const contactTransferLimits = {
  /** Bytes of a file, and rows or cards that are read of it. */
  fileBytes: 256 * 1_024 * 1_024,
  entries: 100_000,
  /** Rows that are shown before an import, characters of one of their cells, and columns. */
  sampleRows: 8,
  sampleCharacters: 100,
  columns: 500,
  /** Imports whose refused rows are held, for as long as they can be undone. */
  refusedLists: 5,
} as const
