import { contactPhoto } from '../../contract/endpoints/contacts/photos'
import { useServices } from '../servicesContext'
import { useTicket } from './useTicket'

/** Gives the address of a contact's photo; null without one, and until there is a ticket for it. */
export function usePhotoLink(): (photo: string) => string | null {
  const { linkTo } = useServices()
  const sid = useTicket()
  return (photo) => (photo === '' || sid === null ? null : linkTo(contactPhoto, { sid, photo }))
}
