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
  makeRemoveMember,
  makeResetMemberFactors,
  makeResetMemberPassword,
  makeResumeRemoval,
  makeSetMemberQuota,
  makeSetMemberRole,
  makeUnlockMember,
} from './members'

export function administrationBindings(parts: OverviewDeps & MemberDeps & AuditLogDeps): readonly Binding[] {
  return [
    on(entries.administrationRole, makeAdministrationRole(parts)),
    on(entries.administrationOverview, makeAdministrationOverview(parts)),
    on(members.listMembers, makeListMembers(parts)),
    on(members.addMember, makeAddMember(parts)),
    on(members.lockMember, makeLockMember(parts)),
    on(members.unlockMember, makeUnlockMember(parts)),
    on(members.resetMemberPassword, makeResetMemberPassword(parts)),
    on(members.resetMemberFactors, makeResetMemberFactors(parts)),
    on(members.setMemberQuota, makeSetMemberQuota(parts)),
    on(members.setMemberRole, makeSetMemberRole(parts)),
    on(members.removeMember, makeRemoveMember(parts)),
    on(members.resumeRemoval, makeResumeRemoval(parts)),
    on(members.cancelRemoval, makeCancelRemoval(parts)),
    on(log.auditLog, makeAuditLogPage(parts)),
    onDownload(log.auditLogFile, makeAuditLogFile(parts)),
  ]
}
