/** A picture of a person is written anew, or refused; a gateway that cannot do either says so. */
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { makePictureDecoder, makePictureProcesses } from '#server/kit/pictures/pictureDecoder'
import { writePicture } from '#server/kit/pictures/writtenPicture'

const kept = { types: ['image/png'], side: 8, mostPixels: 1_000 }

it('where the decoder cannot be started that is a fault, and no word on the picture', async () => {
  const bytes = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const missing = makePictureDecoder(makePictureProcesses({ program: '/nowhere/pictureProcess.js' }))
  await expect(writePicture(bytes, kept, missing)).rejects.toThrow('does not start')
  await expect(writePicture(bytes, kept, async () => ({ kind: 'late' }))).rejects.toThrow('too long')
  expect((await writePicture(bytes, kept))?.type).toBe('image/jpeg')
  expect(await writePicture(bytes.subarray(0, 40), kept)).toBeNull()
})
