/** What an organization asks of its members, for the use cases that it reaches. */
export { askedOutside, type OutsideDeps } from './outside'
