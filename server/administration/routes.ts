/** Calls of administrators, as src/contract/endpoints/organization/administration*.ts list them. */
import * as entries from '#contract/endpoints/organization/administration'
import * as log from '#contract/endpoints/organization/administrationLog'
import * as members from '#contract/endpoints/organization/administrationMembers'
import { type Binding, on, onDownload } from '../http/binding'
import { makeAdministrationOverview, makeAdministrationRole, type OverviewDeps } from './administrator'
import { type AuditLogDeps, makeAuditLogFile, makeAuditLogPage } from './auditLog'
import {
  type MemberDeps,
  makeAddMember,
  makeCancelRemoval,
  makeListMembers,
  makeLockMember,
  makeRemovalPreview,
  makeRemoveMember,
  makeResetMemberFactors,
  makeResetMemberPassword,
  makeResumeRemoval,
  makeSetMemberQuota,
  makeSetMemberRole,
  makeUnlockMember,
} from './members'

export function administrationBindings(deps: OverviewDeps & MemberDeps & AuditLogDeps): readonly Binding[] {
  return [
    on(entries.administrationRole, makeAdministrationRole(deps)),
    on(entries.administrationOverview, makeAdministrationOverview(deps)),
    on(members.listMembers, makeListMembers(deps)),
    on(members.addMember, makeAddMember(deps)),
    on(members.lockMember, makeLockMember(deps)),
    on(members.unlockMember, makeUnlockMember(deps)),
    on(members.resetMemberPassword, makeResetMemberPassword(deps)),
    on(members.resetMemberFactors, makeResetMemberFactors(deps)),
    on(members.setMemberQuota, makeSetMemberQuota(deps)),
    on(members.setMemberRole, makeSetMemberRole(deps)),
    on(members.removalPreview, makeRemovalPreview(deps)),
    on(members.removeMember, makeRemoveMember(deps)),
    on(members.resumeRemoval, makeResumeRemoval(deps)),
    on(members.cancelRemoval, makeCancelRemoval(deps)),
    on(log.auditLog, makeAuditLogPage(deps)),
    onDownload(log.auditLogFile, makeAuditLogFile(deps)),
  ]
}
