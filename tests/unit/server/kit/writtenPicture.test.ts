/** A picture of a person is written anew, or refused; a gateway that cannot do either says so. */
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { writePicture } from '#server/kit/pictures/writtenPicture'

const kept = { types: ['image/png'], side: 8, mostPixels: 1_000 }

it('where the decoder cannot be loaded that is a fault, and no word on the picture', async () => {
  const bytes = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const missing = async () => Promise.reject(new Error('no sharp'))
  await expect(writePicture(bytes, kept, missing)).rejects.toThrow('no sharp')
  expect((await writePicture(bytes, kept))?.type).toBe('image/jpeg')
  expect(await writePicture(bytes.subarray(0, 40), kept)).toBeNull()
})
