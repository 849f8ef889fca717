/**
 * Reads all files of contacts in a folder: each ends in contacts or named refusals. Where the folder has an `index.json`,
 * what it expects of names, addresses, numbers and counts must hold. `node --import tsx tests/soak/contactFiles.ts FOLDER`
 */
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { acceptedEntry, contactFileKind } from '../../server/contacts/transfer/contactFile'
import { contactOfRow, mappingOf } from '../../server/contacts/transfer/csvColumns'
import { decodeBlocks, findEncoding } from '../../server/contacts/transfer/fileEncoding'
import { type CsvRow, readCsvRows } from '../../server/contacts/transfer/readCsv'
import { readVCards } from '../../server/contacts/transfer/readVCards'
import { fieldsOf, readContentLine } from '../../server/contacts/transfer/vCardLines'
import type { FileContact, FileEntry } from '../../server/core/contactFile'

const person = v.object({
  fn: v.optional(v.nullable(v.string())),
  emails: v.optional(v.array(v.string()), []),
  tels: v.optional(v.array(v.string())),
  org: v.optional(v.array(v.string())),
  n: v.optional(v.record(v.string(), v.string())),
})
const expectation = v.object({
  file: v.string(),
  derived: v.optional(v.array(person)),
  expected: v.optional(
    v.object({
      count: v.optional(v.number()),
      contacts: v.optional(v.array(person)),
      cards: v.optional(v.array(v.object({ DisplayName: v.string(), PrimaryEmail: v.string() }))),
    }),
  ),
})
type Person = v.InferOutput<typeof person>

async function gather<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const each of source) all.push(each)
  return all
}

async function readFileEntries(path: string): Promise<FileEntry[] | null> {
  const kind = contactFileKind(path, (await readFile(path)).subarray(0, 200))
  if (kind === null) return null
  const { encoding } = await findEncoding(createReadStream(path))
  const text = decodeBlocks(createReadStream(path), encoding)
  if (kind === 'vcf') return gather(readVCards(text))
  const rows = await gather(readCsvRows(text))
  const mapping = mappingOf(rows.filter((row): row is CsvRow => !('refusal' in row)).slice(0, 20))
  const people = mapping.hasHeader ? rows.slice(1) : rows
  return people.map((row) => ('refusal' in row ? row : contactOfRow(row, mapping)))
}

/** What our fields and `rest` hold of a property. */
const linesOf = (contact: FileContact, name: string) =>
  contact.rest.flatMap((text) => {
    const line = readContentLine({ text, isOld: false })
    return line?.name === name ? [line] : []
  })

/** A sign that the index could not decode stands for any one. */
function isSame(expected: string, found: string): boolean {
  const [wanted, given] = [[...expected], [...found]]
  return wanted.length === given.length && wanted.every((sign, at) => sign === '\ufffd' || sign === given[at])
}
const areSame = (expected: readonly string[], found: readonly string[]) =>
  expected.length === found.length && expected.every((it) => found.some((other) => isSame(it, other)))

function mismatchesOf(contact: FileContact | undefined, expected: Person): string[] {
  if (contact === undefined) return ['a contact is missing']
  const { fn, emails, tels, org, n } = expected
  const found: string[] = []
  const compare = (what: string, wanted: readonly string[], given: readonly string[]) => {
    if (!areSame(wanted, given)) found.push(`${what}: ${JSON.stringify(wanted)} is ${JSON.stringify(given)}`)
  }
  if (typeof fn === 'string' && fn !== '') compare('name', [fn], [contact.name])
  const values = contact.emails.map(({ value }) => value)
  compare('emails', emails, values)
  const numbers = [...contact.phones.map(({ value }) => value), contact.fax, contact.familyPhone].filter(Boolean)
  if (tels !== undefined) compare('phones', tels, numbers)
  const units = linesOf(contact, 'ORG').flatMap(fieldsOf).filter(Boolean)
  if (org !== undefined) compare('company', org, units.length > 0 ? units : [contact.company])
  const structured = linesOf(contact, 'N').map((line) => fieldsOf(line))[0] ?? []
  const [family, given, additional, prefixes, suffixes] = structured
  const fields: Readonly<Record<string, string | undefined>> = { family, given, additional, prefixes, suffixes }
  for (const [field, value] of Object.entries(n ?? {})) compare(`n.${field}`, [value], [fields[field] ?? ''])
  return found
}

function checkFile(entries: readonly FileEntry[], { derived, expected }: v.InferOutput<typeof expectation>): string[] {
  const contacts = entries.flatMap((entry) => ('contact' in entry ? [entry.contact] : []))
  const counts = [derived?.length, expected?.count, expected?.contacts?.length, expected?.cards?.length]
  const wrong = counts.filter((count) => count !== undefined && count !== contacts.length)
  const people: readonly (readonly Person[] | undefined)[] = [
    derived,
    expected?.contacts,
    expected?.cards?.map((card) => ({ fn: card.DisplayName, emails: [card.PrimaryEmail] })),
  ]
  return [
    ...wrong.map((count) => `contacts: ${count} is ${contacts.length}`),
    ...people.flatMap((list) => (list ?? []).flatMap((it, at) => mismatchesOf(contacts[at], it))),
  ]
}

const folder = process.argv[2]
if (folder === undefined) throw new Error('name a folder')
const names = (await readdir(folder)).filter((name) => name !== 'index.json').sort()
const index = names.length > 0 && (await readdir(folder)).includes('index.json')
const wanted = index
  ? v.parse(v.array(expectation), JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')))
  : []
let faults = 0
for (const name of names) {
  const entries = await readFileEntries(join(folder, name))
  if (entries === null) {
    console.log(`${name}: neither csv nor vcf`)
    continue
  }
  const rule = wanted.find(({ file }) => file === name)
  const mismatches = rule === undefined ? [] : checkFile(entries, rule)
  const refused = entries.map(acceptedEntry).flatMap((entry) => ('refusal' in entry ? [entry.refusal] : []))
  const reasons = refused.map((it) => (it.reason === 'field' ? it.field : it.reason))
  const read = entries.filter((entry) => 'contact' in entry).length
  console.log(
    `${name}: ${read} read, ${entries.length - refused.length} taken, refused: ${reasons.join(' ') || 'none'}`,
  )
  for (const mismatch of mismatches) console.log(`  MISMATCH ${mismatch}`)
  faults += mismatches.length
}
console.log(`${names.length} files, ${faults} mismatches`)
process.exitCode = faults > 0 ? 1 : 0
