/** People by a seed, with all that files of contacts stumble over, as an account holds them. */
import * as v from 'valibot'
import { contactDetails, contactLimits, noDetails } from '#contract/contacts/contactDetails'
import { checkDetails, cleanDetails } from '#contract/contacts/detailsRules'
import type { FileContact } from '#server/core/contactFile'

const pieces = [
  '王丽',
  'Ann',
  '👨‍👩‍👧',
  '🎉',
  '𠮷',
  'שלום',
  'مرحبا',
  ';',
  ',',
  ':',
  '\\',
  '\\n',
  '\\,',
  '"',
  "'",
  '=41',
  '=',
  '+86',
  '-',
  '@',
  '＝1',
  ' ::: ',
  '\t',
  ' ',
  'END:VCARD',
  'é',
  'x'.repeat(74),
  '字'.repeat(25),
  '|',
]

type Random = (below: number) => number

const pick = <T>(random: Random, list: readonly T[]): T | undefined => list[random(list.length)]

function text(random: Random, most: number, ends: readonly string[] = []): string {
  const all = [...pieces, ...ends, ...ends]
  const joined = Array.from({ length: random(8) }, () => pick(random, all) ?? '').join('')
  return [...joined].slice(0, most / 2).join('')
}

/** Cleaned as the gateway does it; without photo and rest, which a csv does not hold. */
export function generatedContact(random: Random): FileContact {
  const label = () => pick(random, ['', 'home', 'work', 'mobile', 'other', `Büro; ${random(99)}, "x"`]) ?? ''
  const lines = (most: number) => text(random, most, ['\n', '\n\n', '\nEND:VCARD'])
  const { fields } = contactLimits
  const typed = {
    ...noDetails,
    name: `N${random(1_000)}${text(random, 90)}`,
    emails: Array.from({ length: 1 + random(4) }, (_, at) => ({
      label: label(),
      value: `p${at}.${random(99)}@x.test`,
    })),
    phones: Array.from({ length: random(4) }, (_, at) => ({
      label: label(),
      value: `+86 138-${random(9_999)},,${at}`,
    })),
    nickname: text(random, fields.nickname),
    company: text(random, fields.company),
    birthday: pick(random, ['', '1996-04-15', '--02-29', '0042-12-31']) ?? '',
    fax: pick(random, ['', '=1+1', '010-1;2']) ?? '',
    postcode: pick(random, ['', '100000', '-1']) ?? '',
    address: lines(fields.address),
    familyPhone: pick(random, ['', '@1', '010 3']) ?? '',
    familyAddress: lines(fields.familyAddress),
    familyInfo: lines(fields.familyInfo),
    notes: lines(fields.notes),
    starred: random(2) === 1,
    groups: Array.from(
      { length: random(3) },
      (_, at) => `G${at}, a;b ${pick(random, ['\\', '"', '🎉', ' ::: ']) ?? ''}x`,
    ),
  }
  const details = v.parse(contactDetails, cleanDetails(typed))
  const field = checkDetails(details)
  if (field !== null) throw new Error(`${field} of a generated contact is at fault`)
  return { ...details, photo: null, rest: [] }
}

/** Lines that no field holds, as a card may have them. */
export function generatedRest(random: Random): readonly string[] {
  const lines = [
    `TITLE:Büro\\, ${'👩'.repeat(random(40))}\\;\\\\`,
    `X-SOCIAL;TYPE="a;b:c";X-USER=${random(99)}:x:y\\,z`,
    `item${random(9)}.X-ABDATE;type=pref:2008-12-11`,
    `item${random(9)}.X-ABLabel:_$!<Anniversary>!$_`,
    'UID:urn:uuid:1',
    `GEO:geo:${random(90)},1`,
  ]
  return lines.filter(() => random(2) === 1)
}
