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

export type ContactRouteDeps = ContactDeps &
  CardDeps &
  Parameters<typeof makeAttachedCards>[0] &
  Parameters<typeof makePutContactPhoto>[0] &
  Parameters<typeof makeContactPhoto>[0] &
  Parameters<typeof makeImportContacts>[0] &
  Parameters<typeof makeStartContactExport>[0] &
  Parameters<typeof makeSuggestPeople>[0]

export function contactBindings(deps: ContactRouteDeps): readonly Binding[] {
  return [
    on(entries.queryAllContacts, makeQueryAllContacts(deps)),
    on(entries.listContacts, makeListContacts(deps)),
    on(entries.contactIds, makeContactIds(deps)),
    on(entries.openContact, makeOpenContact(deps)),
    on(entries.addContact, makeAddContact(deps)),
    on(entries.addPeople, makeAddPeople(deps)),
    on(entries.contactOf, makeContactOf(deps)),
    on(entries.createContact, makeCreateContact(deps)),
    on(entries.editContact, makeEditContact(deps)),
    on(entries.removeContacts, makeRemoveContacts(deps)),
    on(entries.undoContacts, makeUndoContacts(deps)),
    on(entries.starContacts, makeStarContacts(deps)),
    on(entries.collectedPeople, makeCollectedPeople(deps)),
    on(entries.removeCollected, makeRemoveCollected(deps)),
    on(groups.addGroup, makeAddGroup(deps)),
    on(groups.renameGroup, makeRenameGroup(deps)),
    on(groups.removeGroup, makeRemoveGroup(deps)),
    on(groups.groupContacts, makeGroupContacts(deps)),
    on(duplicates.duplicateContacts, makeDuplicateContacts(deps)),
    on(duplicates.mergeContacts, makeMergeContacts(deps)),
    on(duplicates.setContactsApart, makeSetContactsApart(deps)),
    onBytes(photos.putContactPhoto, makePutContactPhoto(deps)),
    on(photos.removeContactPhoto, makeRemoveContactPhoto(deps)),
    onDownload(photos.contactPhoto, makeContactPhoto(deps)),
    on(transfer.previewContacts, makePreviewContacts(deps)),
    on(transfer.importContacts, makeImportContacts(deps)),
    on(transfer.contactImports, makeContactImports(deps)),
    on(transfer.cancelContactImport, makeCancelContactImport(deps)),
    on(transfer.undoContactImport, makeUndoContactImport(deps)),
    onDownload(transfer.refusedContacts, makeRefusedContacts(deps)),
    on(transfer.startContactExport, makeStartContactExport(deps)),
    onDownload(transfer.downloadContacts, makeDownloadContacts(deps)),
    on(cards.cards, makeCards(deps)),
    on(cards.saveCard, makeSaveCard(deps)),
    on(cards.removeCard, makeRemoveCard(deps)),
    on(cards.restoreCard, makeRestoreCard(deps)),
    onBytes(cards.putCardLogo, makePutCardLogo(deps)),
    on(cards.previewCard, makePreviewCard(deps)),
    on(cards.attachedCards, makeAttachedCards(deps)),
    on(recipients.groupMembers, makeGroupMembers(deps)),
    on(recipients.suggestPeople, makeSuggestPeople(deps)),
  ]
}
