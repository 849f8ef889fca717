/** Rules kept and carried out by a mail server, as Sieve, over ManageSieve (docs/decisions/0007). */
import { createHash } from 'node:crypto'
import { type RuleFeature, ruleFeatures } from '#contract/mail/ruleDraft'
import type { Account } from '../../core/account'
import { Refusal, SessionEnded } from '../../core/refusal'
import { checkRules } from '../../core/rules/checkRules'
import { emptyRuleSet, folderOf, type RuleAction, type RuleSet } from '../../core/rules/rules'
import type { Credentials } from '../../session/password/credentials.port'
import type { RuleStore, RuleStores, Surroundings } from '../rules.store'
import { type SieveClient, withSieve } from './client'
import { composeScript, dollarsIn, hasForeign, readScript, type ScriptDeps } from './readSieve'
import type { SieveServer } from './sieveConnection'
import { hasCommand, sieveTokens } from './tokens'
import { writeSieve } from './writeSieve'

export type SieveRuleOptions = SieveServer & {
  readonly credentials: Credentials
  /** Where a folder lies on the mail server, as IMAP's LIST says it, decoded; null for one that is not there. */
  readonly folderPath: (account: Account, folder: string) => Promise<string | null>
}

/** The one script that we write. */
export const ownScript = 'ep-mail'

export function makeSieveRuleStores(options: SieveRuleOptions): RuleStores {
  return { of: (account) => storeOf(options, account) }
}

function storeOf(options: SieveRuleOptions, account: Account): RuleStore {
  const signedIn = async <T>(work: (client: SieveClient) => Promise<T>): Promise<T> => {
    const password = await options.credentials.passwordOf(account.id)
    if (password === null) throw new SessionEnded('sieve')
    return withSieve(options, { user: account.address, password }, work)
  }
  return {
    load: () =>
      signedIn(async (client) => {
        const found = await standing(client)
        return {
          rules: found.parts.own?.rules ?? emptyRuleSet,
          version: found.version,
          isInForce: found.parts.own === null || found.active === ownScript,
        }
      }),
    surroundings: () =>
      signedIn(async (client) => ({
        foreign: await foreignIn(client, await standing(client)),
        lacking: ruleFeatures.filter((feature) => needs[feature].some((need) => !client.extensions.has(need))),
      })),
    replace: async (rules, version) => {
      checkRules(rules)
      const paths = new Map<string, string | null>()
      for (const folder of foldersIn(rules)) paths.set(folder, await options.folderPath(account, folder))
      return signedIn(async (client) => {
        const found = await standing(client)
        if (found.version !== version) throw new Refusal('rulesChanged')
        const script = await newScript(client, found, rules, paths)
        // Refused as a whole where the server does not take it: until then the old one stands.
        await client.put(ownScript, script)
        if (found.active !== ownScript) await client.activate(ownScript)
        return { version: versionOf(ownScript, script) }
      })
    },
  }
}

type Standing = {
  readonly active: string | null
  /** The script that is in force and not ours. */
  readonly other: string | null
  readonly parts: ScriptDeps
  readonly version: string
}

async function standing(client: SieveClient): Promise<Standing> {
  const scripts = await client.list()
  const active = scripts.find(({ isActive }) => isActive)?.name ?? null
  const text = scripts.some(({ name }) => name === ownScript) ? await client.get(ownScript) : null
  return {
    active,
    other: active === ownScript ? null : active,
    parts: readScript(text ?? ''),
    version: versionOf(active, text),
  }
}

/** Extensions that a feature needs; what every server knows needs none (RFC 5228). */
const needs: Record<RuleFeature, readonly string[]> = {
  person: [],
  subject: [],
  header: [],
  envelope: ['envelope'],
  body: ['body'],
  attachment: ['mime'],
  markSeen: ['imap4flags'],
  flag: ['imap4flags'],
  file: ['fileinto'],
  copy: ['copy', 'fileinto'],
  keepCopy: ['copy'],
  reply: ['vacation'],
  reject: ['reject'],
}

async function foreignIn(client: SieveClient, { parts, other }: Standing): Promise<Surroundings['foreign']> {
  const found: { name: string | null; bytes: string }[] = []
  if (hasForeign(parts)) found.push({ name: null, bytes: `${parts.before}${parts.after}` })
  const names = [...(parts.own?.includes ?? []), ...(other === null ? [] : [other])]
  for (const name of new Set(names)) found.push({ name, bytes: (await client.get(name)) ?? '' })
  return found.map(({ name, bytes }) => ({ name, script: Buffer.from(bytes, 'latin1').toString('utf8') }))
}

async function newScript(
  client: SieveClient,
  { other, parts }: Standing,
  rules: RuleSet,
  paths: ReadonlyMap<string, string | null>,
): Promise<string> {
  const canInclude = client.extensions.has('include')
  // Whatever the person has in force goes on: run first where a script may run another, else taken over as it stands.
  const includes = other !== null && canInclude ? [other] : other !== null ? [] : (parts.own?.includes ?? [])
  const taken = other !== null && !canInclude ? ((await client.get(other)) ?? '') : ''
  const before = parts.before.startsWith(taken) ? parts.before : `${endedLine(taken)}${parts.before}`
  const around = { own: null, before, after: parts.after }
  if (answers(rules)) {
    const foreign = [before, parts.after]
    for (const name of includes) foreign.push((await client.get(name)) ?? '')
    if (foreign.some(canAnswer)) throw new Refusal('answeredElsewhere')
  }
  const written = writeSieve(rules, {
    pathOf: (folder) => paths.get(folder) ?? null,
    knows: client.extensions,
    dollars: dollarsIn(around),
    includes,
  })
  const missing = written.needs.filter((need) => !client.extensions.has(need))
  if (missing.length > 0) throw new Refusal('serverCannot', { payload: { missing } })
  return composeScript(around, { rules, includes }, written)
}

function foldersIn({ rules, lists }: RuleSet): readonly string[] {
  const named = rules.flatMap(({ actions }) => actions.flatMap((it) => folderOf(it) ?? []))
  return [...new Set(lists.black.length > 0 ? ['junk', ...named] : named)].filter((folder) => folder !== 'inbox')
}

/** A server meets a second answer to one mail with an error, and then no rule does anything (RFC 5230 section 4.7). */
function answers({ rules, away }: RuleSet): boolean {
  const isReply = ({ kind }: RuleAction) => kind === 'reply'
  return away.isEnabled || rules.some(({ isEnabled, actions }) => isEnabled && actions.some(isReply))
}

const canAnswer = (script: string) => hasCommand(sieveTokens(script) ?? [], 'vacation')

const endedLine = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\r\n`)

function versionOf(active: string | null, script: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify([active, script?.replaceAll('\r\n', '\n') ?? null]))
    .digest('base64url')
}
