/** A picture as the gateway takes it, made from whatever the browser can read. */
import { contactLimits } from '#contract/contacts/contactDetails'

/** Qualities of JPEG that are tried, the best first. */
const qualities = [0.9, 0.75, 0.5]

/** Null for what the browser cannot read as a picture, or cannot make small enough. */
export async function smallPicture(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return null
  const scale = Math.min(1, contactLimits.photoSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return null
  // JPEG has no transparency: what shows through is white, not black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (const quality of qualities) {
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (picture !== null && picture.size <= contactLimits.photoBytes) return picture
  }
  return null
}
