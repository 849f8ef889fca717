/**
 * The whole table, for the gateway and the tests that compare it with what is promised. Client code imports the single entry
 * that it calls, so that a page carries no entry of another. `npm run format` writes this list.
 */

import type { Endpoint } from '../endpoint'
import * as accountAccount from './account/account'
import * as accountLeaving from './account/leaving'
import * as accountOrders from './account/orders'
import * as accountPageViews from './account/pageViews'
import * as accountPaymentNotices from './account/paymentNotices'
import * as accountProfile from './account/profile'
import * as accountProtection from './account/protection'
import * as accountSelfTest from './account/selfTest'
import * as accountSettings from './account/settings'
import * as accountVerification from './account/verification'
import * as contactsCards from './contacts/cards'
import * as contactsContactGroups from './contacts/contactGroups'
import * as contactsContacts from './contacts/contacts'
import * as contactsDuplicates from './contacts/duplicates'
import * as contactsPhotos from './contacts/photos'
import * as contactsTransfer from './contacts/transfer'
import * as filesFiles from './files/files'
import * as filesLinks from './files/links'
import * as filesMailFiles from './files/mailFiles'
import * as filesTransfers from './files/transfers'
import * as mailAttachments from './mail/attachments'
import * as mailAutoReply from './mail/autoReply'
import * as mailConversations from './mail/conversations'
import * as mailFolders from './mail/folders'
import * as mailForwarding from './mail/forwarding'
import * as mailImageSenders from './mail/imageSenders'
import * as mailJobs from './mail/jobs'
import * as mailMail from './mail/mail'
import * as mailNewMail from './mail/newMail'
import * as mailReading from './mail/reading'
import * as mailRecovery from './mail/recovery'
import * as mailRules from './mail/rules'
import * as mailSearch from './mail/search'
import * as mailSenderLists from './mail/senderLists'
import * as mailSenders from './mail/senders'
import * as organizationAdministration from './organization/administration'
import * as organizationAdministrationLog from './organization/administrationLog'
import * as organizationAdministrationMembers from './organization/administrationMembers'
import * as organizationDirectory from './organization/directory'
import * as organizationDomains from './organization/domains'
import * as organizationLogo from './organization/logo'
import * as organizationMailboxMove from './organization/mailboxMove'
import * as organizationPolicies from './organization/policies'
import * as sendingContacts from './sending/contacts'
import * as sendingPlanned from './sending/planned'
import * as sendingRecall from './sending/recall'
import * as sendingReceipts from './sending/receipts'
import * as sendingSending from './sending/sending'
import * as sendingSharedFiles from './sending/sharedFiles'
import * as sendingShares from './sending/shares'
import * as sendingSignatures from './sending/signatures'
import * as sendingTemplates from './sending/templates'
import * as sendingUploads from './sending/uploads'
import * as sessionCaptcha from './session/captcha'
import * as sessionFactors from './session/factors'
import * as sessionPasskeys from './session/passkeys'
import * as sessionPassword from './session/password'
import * as sessionPasswordReset from './session/passwordReset'
import * as sessionPhone from './session/phone'
import * as sessionQrLogin from './session/qrLogin'
import * as sessionRegistration from './session/registration'
import * as sessionSession from './session/session'
import * as sessionSignIns from './session/signIns'

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'fields' in value && 'anonymous' in value
}

export const allEndpoints: readonly Endpoint[] = [
  accountAccount,
  accountLeaving,
  accountOrders,
  accountPageViews,
  accountPaymentNotices,
  accountProfile,
  accountProtection,
  accountSelfTest,
  accountSettings,
  accountVerification,
  contactsCards,
  contactsContactGroups,
  contactsContacts,
  contactsDuplicates,
  contactsPhotos,
  contactsTransfer,
  filesFiles,
  filesLinks,
  filesMailFiles,
  filesTransfers,
  mailAttachments,
  mailAutoReply,
  mailConversations,
  mailFolders,
  mailForwarding,
  mailImageSenders,
  mailJobs,
  mailMail,
  mailNewMail,
  mailReading,
  mailRecovery,
  mailRules,
  mailSearch,
  mailSenderLists,
  mailSenders,
  organizationAdministration,
  organizationAdministrationLog,
  organizationAdministrationMembers,
  organizationDirectory,
  organizationDomains,
  organizationLogo,
  organizationMailboxMove,
  organizationPolicies,
  sendingContacts,
  sendingPlanned,
  sendingRecall,
  sendingReceipts,
  sendingSending,
  sendingSharedFiles,
  sendingShares,
  sendingSignatures,
  sendingTemplates,
  sendingUploads,
  sessionCaptcha,
  sessionFactors,
  sessionPasskeys,
  sessionPassword,
  sessionPasswordReset,
  sessionPhone,
  sessionQrLogin,
  sessionRegistration,
  sessionSession,
  sessionSignIns,
].flatMap((area) => Object.values<unknown>(area).filter(isEndpoint))
