/** What a contact holds (SPEC §3), and how much of it. */
import * as v from 'valibot'

export const contactLimits = {
  /** Addresses and phone numbers of one contact, each. */
  values: 20,
  /** Characters of a label and of a phone number. */
  labelCharacters: 40,
  phoneCharacters: 60,
  /** Characters of each other field. */
  fields: {
    nickname: 100,
    company: 200,
    birthday: 10,
    fax: 60,
    postcode: 20,
    address: 500,
    familyPhone: 60,
    familyAddress: 500,
    familyInfo: 1_000,
    notes: 4_000,
  },
  /** Characters of a contact as JSON. */
  jsonCharacters: 64 * 1_024,
  /** Bytes of a photo, and of all photos of an account. */
  photoBytes: 256 * 1_024,
  photosBytes: 256 * 1_024 * 1_024,
  /** Pixels of a kept photo's longer side, and of all of the picture it is made from. */
  photoSide: 512,
  photoPixels: 24_000_000,
  /** Rows of a page, the most and as it is asked for. */
  pageRows: 200,
  pageRowsAsked: 100,
  /** Sets of duplicates of a page, and contacts that are merged at once. */
  duplicateSets: 20,
  mergedContacts: 20,
  /** People of messages that are added at once. */
  peopleAdded: 200,
  /** Milliseconds for which a removal or a merge can be undone. */
  undoMs: 24 * 60 * 60 * 1_000,
} as const

/** Labels that the page translates; any other text is shown as it is, the empty one not at all. */
export const contactLabels = ['home', 'work', 'mobile', 'other'] as const

/** An address or a phone number with its label. */
export const labelledValue = /* @__PURE__ */ v.object({ label: v.string(), value: v.string() })
export type LabelledValue = v.InferOutput<typeof labelledValue>

const detailEntries = {
  name: v.string(),
  /** The first is the one that is written to. */
  emails: v.array(labelledValue),
  phones: v.array(labelledValue),
  nickname: v.string(),
  /** Company or school. */
  company: v.string(),
  /** `YYYY-MM-DD`, `--MM-DD` where the year is not known, or empty. */
  birthday: v.string(),
  fax: v.string(),
  postcode: v.string(),
  /** Addresses, family information and notes may have several lines. */
  address: v.string(),
  familyPhone: v.string(),
  familyAddress: v.string(),
  familyInfo: v.string(),
  notes: v.string(),
  starred: v.boolean(),
  /** Ids of groups. */
  groups: v.array(v.string()),
}

/** All that a person enters of a contact. */
export const contactDetails = /* @__PURE__ */ v.object(detailEntries)
export type ContactDetails = v.InferOutput<typeof contactDetails>
export type DetailField = keyof ContactDetails

/** Some of it: what is left out is empty in a new contact, and stays in one that is there. */
export const someDetails = /* @__PURE__ */ v.partial(contactDetails)
export type SomeDetails = v.InferOutput<typeof someDetails>

/** A contact whole. */
export const contactRecord = /* @__PURE__ */ v.object({
  id: v.string(),
  /** Rises with each change of a field; an edit names the one that it was read at. */
  version: v.number(),
  /** Names the photo, or is empty: another photo has another name. */
  photo: v.string(),
  ...detailEntries,
})
export type ContactRecord = v.InferOutput<typeof contactRecord>

/** A contact as a row of a list: `email` and `phone` are the first ones. */
export const contactRow = /* @__PURE__ */ v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  company: v.string(),
  starred: v.boolean(),
  groups: v.array(v.string()),
  photo: v.string(),
  /** Rows stand in its order below their letter (`letterOf`). */
  sortKey: v.string(),
})
export type ContactRow = v.InferOutput<typeof contactRow>

export const noDetails: ContactDetails = {
  name: '',
  emails: [],
  phones: [],
  nickname: '',
  company: '',
  birthday: '',
  fax: '',
  postcode: '',
  address: '',
  familyPhone: '',
  familyAddress: '',
  familyInfo: '',
  notes: '',
  starred: false,
  groups: [],
}
