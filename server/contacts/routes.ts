/** Contacts, as src/contract/endpoints/contacts and sending/contacts list them. */

import * as cards from '../../src/contract/endpoints/contacts/cards'
import * as groups from '../../src/contract/endpoints/contacts/contactGroups'
import * as entries from '../../src/contract/endpoints/contacts/contacts'
import * as duplicates from '../../src/contract/endpoints/contacts/duplicates'
import * as photos from '../../src/contract/endpoints/contacts/photos'
import * as transfer from '../../src/contract/endpoints/contacts/transfer'
import * as recipients from '../../src/contract/endpoints/sending/contacts'
import { type Binding, on, onBytes, onDownload } from '../http/binding'
import { makeAttachedCards } from './cards/attachedCards'
import { makePutCardLogo } from './cards/cardLogo'
import { type CardDeps, makeCards, makePreviewCard, makeRemoveCard, makeRestoreCard, makeSaveCard } from './cards/cards'
import { makeAddGroup, makeGroupContacts, makeGroupMembers, makeRemoveGroup, makeRenameGroup } from './contactGroups'
import {
  type ContactDeps,
  makeAddContact,
  makeAddPeople,
  makeCollectedPeople,
  makeContactIds,
  makeContactOf,
  makeCreateContact,
  makeEditContact,
  makeListContacts,
  makeOpenContact,
  makeQueryAllContacts,
  makeRemoveCollected,
  makeRemoveContacts,
  makeStarContacts,
  makeSuggestPeople,
  makeUndoContacts,
} from './contacts'
import { makeDuplicateContacts, makeMergeContacts, makeSetContactsApart } from './duplicates'
import { makeDownloadContacts, makeStartContactExport } from './exports/contactExports'
import {
  makeCancelContactImport,
  makeContactImports,
  makeImportContacts,
  makePreviewContacts,
  makeRefusedContacts,
  makeUndoContactImport,
} from './imports/contactImports'
import { makeContactPhoto, makePutContactPhoto, makeRemoveContactPhoto } from './photos/contactPhotos'

export type ContactParts = ContactDeps &
  CardDeps &
  Parameters<typeof makeAttachedCards>[0] &
  Parameters<typeof makePutContactPhoto>[0] &
  Parameters<typeof makeContactPhoto>[0] &
  Parameters<typeof makeImportContacts>[0] &
  Parameters<typeof makeStartContactExport>[0] &
  Parameters<typeof makeSuggestPeople>[0]

export function contactBindings(parts: ContactParts): readonly Binding[] {
  return [
    on(entries.queryAllContacts, makeQueryAllContacts(parts)),
    on(entries.listContacts, makeListContacts(parts)),
    on(entries.contactIds, makeContactIds(parts)),
    on(entries.openContact, makeOpenContact(parts)),
    on(entries.addContact, makeAddContact(parts)),
    on(entries.addPeople, makeAddPeople(parts)),
    on(entries.contactOf, makeContactOf(parts)),
    on(entries.createContact, makeCreateContact(parts)),
    on(entries.editContact, makeEditContact(parts)),
    on(entries.removeContacts, makeRemoveContacts(parts)),
    on(entries.undoContacts, makeUndoContacts(parts)),
    on(entries.starContacts, makeStarContacts(parts)),
    on(entries.collectedPeople, makeCollectedPeople(parts)),
    on(entries.removeCollected, makeRemoveCollected(parts)),
    on(groups.addGroup, makeAddGroup(parts)),
    on(groups.renameGroup, makeRenameGroup(parts)),
    on(groups.removeGroup, makeRemoveGroup(parts)),
    on(groups.groupContacts, makeGroupContacts(parts)),
    on(duplicates.duplicateContacts, makeDuplicateContacts(parts)),
    on(duplicates.mergeContacts, makeMergeContacts(parts)),
    on(duplicates.setContactsApart, makeSetContactsApart(parts)),
    onBytes(photos.putContactPhoto, makePutContactPhoto(parts)),
    on(photos.removeContactPhoto, makeRemoveContactPhoto(parts)),
    onDownload(photos.contactPhoto, makeContactPhoto(parts)),
    on(transfer.previewContacts, makePreviewContacts(parts)),
    on(transfer.importContacts, makeImportContacts(parts)),
    on(transfer.contactImports, makeContactImports(parts)),
    on(transfer.cancelContactImport, makeCancelContactImport(parts)),
    on(transfer.undoContactImport, makeUndoContactImport(parts)),
    onDownload(transfer.refusedContacts, makeRefusedContacts(parts)),
    on(transfer.startContactExport, makeStartContactExport(parts)),
    onDownload(transfer.downloadContacts, makeDownloadContacts(parts)),
    on(cards.cards, makeCards(parts)),
    on(cards.saveCard, makeSaveCard(parts)),
    on(cards.removeCard, makeRemoveCard(parts)),
    on(cards.restoreCard, makeRestoreCard(parts)),
    onBytes(cards.putCardLogo, makePutCardLogo(parts)),
    on(cards.previewCard, makePreviewCard(parts)),
    on(cards.attachedCards, makeAttachedCards(parts)),
    on(recipients.groupMembers, makeGroupMembers(parts)),
    on(recipients.suggestPeople, makeSuggestPeople(parts)),
  ]
}
