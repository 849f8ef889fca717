/** Letters that people take for one another (UTS 39), for names and domains. */
import { asciiDomain, domainLetters } from '../mail/domainSpelling'

const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аɑα',
  b: 'ь',
  c: 'сϲ',
  d: 'ԁ',
  e: 'еҽ',
  g: 'ɡց',
  h: 'һհ',
  j: 'јϳ',
  k: 'кκ',
  l: '1i|ıіӏι',
  m: 'м',
  n: 'ոη',
  o: '0оοօ',
  p: 'рρ',
  q: 'ԛզ',
  r: 'г',
  s: 'ѕ',
  t: 'тτ',
  u: 'սυ',
  v: 'ѵν',
  w: 'ԝω',
  x: 'хχ',
  y: 'уγ',
  z: 'ᴢ',
}
const confusable = new Map(
  Object.entries(lookAlikes).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
)

/** One key for texts that look alike: without case, width and marks. */
export function lookAlikeKey(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')
  const latin = Array.from(plain, (letter) => confusable.get(letter) ?? letter).join('')
  return latin.replaceAll('rn', 'm').replaceAll('vv', 'w')
}

/** Whether one domain passes for the other, which it is not; hyphens count for nothing. */
export function passesForDomain(domain: string, other: string): boolean {
  const [one, two] = [domain, other].map(asciiDomain)
  return one !== two && domainKey(domain) === domainKey(other)
}

const domainKey = (domain: string) => lookAlikeKey(domainLetters(asciiDomain(domain)).replaceAll('-', ''))
