/** Facts about senders that the reader, its dialogs and the settings each answer. Addresses are in lower case. */
import { createAction } from '@reduxjs/toolkit'

/** Remote pictures of this sender are shown from now on, or no more. */
export const imagesAllowed = createAction<{ address: string }>('senders/imagesAllowed')
export const imagesForbidden = createAction<{ address: string }>('senders/imagesForbidden')
/** The sender is a contact now. */
export const contactAdded = createAction<{ address: string }>('senders/contactAdded')
