/** The logo of an organization, set by its administrator: decoded and written anew (TRUST S29). */
import type { Readable } from 'node:stream'
import type { Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/organization/logo'
import { limits } from '#contract/limits'
import { makeLogo } from '../../contacts/cards/cardLogo'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import { makeOwnTurns } from '../../kit/locks/ownTurns'
import { readPicture } from '../../kit/pictures/writtenPicture'
import type { OrganizationStore } from '../../organizations/organizations.store'
import { type AdministratorDeps, administratorOf } from '../administrator'
import type { PolicyStore } from './policies.store'

export type LogoDeps = AdministratorDeps & {
  readonly organizations: Pick<OrganizationStore, 'logo'>
  readonly policies: Pick<PolicyStore, 'setLogo'>
  readonly clock: Clock
}

type Shown = Reply<typeof entries.administrationLogo>

/** Of one organization one picture is decoded at a time, and so many wait for it. */
const ownTurns = makeOwnTurns(3)

export const makeAdministrationLogo =
  (deps: LogoDeps) =>
  async (_form: unknown, caller: Caller): Promise<Shown> => ({
    logoUrl: await deps.organizations.logo((await administratorOf(deps, caller)).organization.code),
  })

export const makePutOrganizationLogo =
  (deps: LogoDeps) =>
  async (_form: unknown, caller: Caller, stream: Readable): Promise<Shown> => {
    const { change } = await administratorOf(deps, caller)
    const bytes = await readPicture(stream, limits.logoBytes - 1)
    if (bytes === null) throw new Refusal('logoTooLarge', { field: 'logo' })
    const turn = await ownTurns(change.organization, () => makeLogo(bytes))
    if (turn === null) throw new Refusal('tooManyTries')
    if (turn.result === null) throw new Refusal('imageFormatUnsupported', { field: 'logo' })
    const { type, bytes: written } = turn.result
    const logoUrl = `data:${type};base64,${Buffer.from(written).toString('base64')}`
    await deps.policies.setLogo({ ...change, now: deps.clock.now() }, logoUrl)
    return { logoUrl }
  }

export const makeRemoveOrganizationLogo =
  (deps: LogoDeps) =>
  async (_form: unknown, caller: Caller): Promise<Shown> => {
    const { change } = await administratorOf(deps, caller)
    await deps.policies.setLogo({ ...change, now: deps.clock.now() }, null)
    return { logoUrl: null }
  }
