/** Facts about the inbox that the list and the news answer, of no use before somebody has signed in. */
import { createAction } from '@reduxjs/toolkit'

/** Mail came to the inbox: what shows it is stale. */
export const mailArrived = createAction('mail/arrived')
/** What came is opened out of what told of it: no list of it waits any longer. */
export const newMailOpened = createAction('mail/newsOpened')
/** The inbox was listed: what had arrived by then is known, also to the gateway. */
export const inboxListed = createAction('mail/inboxListed')
