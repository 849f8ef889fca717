/** The face of the style guide; its pages are fetched one by one. */
export { GuideFrame } from './GuideFrame'
